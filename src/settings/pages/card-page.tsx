// The frame of the pages before and beside an organization: one card in the middle.
import type { ComponentChildren } from 'preact';
import { Brand, Document } from './document';
import { Alert, Done } from './parts';

interface CardPageProps {
  title: string;
  /** What was done before. */
  notice?: string | undefined;
  /** What was wrong with the form. */
  fault?: string | undefined;
  /** Below the card. */
  foot?: ComponentChildren;
  refresh?: string;
  children: ComponentChildren;
}

export const CardPage = ({ title, notice, fault, foot, refresh, children }: CardPageProps) => (
  <Document title={title} {...(refresh === undefined ? {} : { refresh })}>
    <main class="alone">
      <Brand />
      <section class="card">
        <h1>{title}</h1>
        <Done text={notice} />
        <Alert text={fault} />
        {children}
      </section>
      {foot === undefined ? null : <footer class="muted">{foot}</footer>}
    </main>
  </Document>
);
