// Leads on by the browser itself, where a redirect would not do: a cookie that is `SameSite=Strict` is not sent on one that another site began.
import { CardPage } from './card-page';

export const ContinuePage = ({ to }: { to: string }) => (
  <CardPage title="One moment" refresh={to}>
    <p>
      <a href={to}>Continue</a>, if your browser does not go on by itself.
    </p>
  </CardPage>
);
