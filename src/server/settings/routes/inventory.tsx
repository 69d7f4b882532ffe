// The inventory of an organization as of a day: a page of its records, and downloads of the whole list.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { OrganizationId } from '../../../base/organization';
import { chunksOf, countOf, formatCount } from '../../../base/text';
import type { Database } from '../../../database/database';
import type { Log } from '../../audit/append';
import { recordExport } from '../../audit/formats';
import { nameActors, type NameSources } from '../../audit/names';
import { type Listed, listed, exportedAs, INVENTORY_FORMATS, reportOf } from '../../history/formats';
import { ArchivedDay, readPast } from '../../history/past-inventory';
import { readPastPage } from '../../history/past-page';
import { lastReview } from '../../history/review';
import { type PastRecord, chooseRecords, toRow } from '../../history/rows';
import { DateOnly, dateOf } from '../components';
import { type Guards, get } from '../guards';
import { Heading, OrganizationPage, pathTo } from '../layout';
import type { OneAtATime } from '../one-at-a-time';
import { download, page, queryOf } from '../responses';
import type { MemberContext, SiteResponse, SiteRoute } from '../site';
import { FilterForm, type InventoryQuery, filterOf, problemOf, readQuery } from './inventory-filter';
import { type LastReview, ReviewCard } from './inventory-review';

const INVENTORY = pathTo('inventory');

const DOWNLOADS = { csv: 'text/csv', json: 'application/json', html: 'text/html' } as const;
type Download = keyof typeof DOWNLOADS;

/** One page of a list, without the rest, which would stay in memory. */
interface Part {
  rows: Listed[];
  /** Counts from 1. */
  number: number;
  pages: number;
  total: number;
  facilities: string[];
}

const facilitiesIn = (rows: Iterable<{ name?: string | null }>): string[] =>
  [...new Set([...rows].map(({ name }) => name ?? ''))].sort((one, other) => one.localeCompare(other, 'en'));

/** The rows of a page. */
const ROWS = 200;

/** Returns the rows of a page, which counts from 1. */
function pageOf(records: readonly PastRecord[], asked: string | null) {
  const pages = Math.max(1, Math.ceil(records.length / ROWS));
  const number = Math.min(pages, /^[1-9]\d{0,6}$/.test(asked ?? '') ? Number(asked) : 1);
  return { shown: records.slice((number - 1) * ROWS, number * ROWS), number, pages, total: records.length };
}

/**
 * Compresses a text before its download, so that the rows behind it can be freed while a slow client reads. 100,000
 * records take a few megabytes.
 */
async function packed(pieces: Iterable<string>): Promise<AsyncIterable<string>> {
  const compressed: Buffer[] = [];
  await pipeline(chunksOf(pieces), createGzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) compressed.push(chunk);
  });
  return Readable.from(compressed).pipe(createGunzip()).setEncoding('utf8');
}

export interface InventoryServices {
  database: Database;
  log: Log;
  names: NameSources;
}

export function inventoryRoutes(
  guards: Guards,
  { database, log, names: { actors } }: InventoryServices,
  oneAtATime: OneAtATime,
): SiteRoute[] {
  /** Shows the form with the reason when the day is invalid or archived. */
  async function whenDayIsValid(
    context: MemberContext,
    answer: (asked: InventoryQuery) => Promise<SiteResponse>,
  ): Promise<SiteResponse> {
    const asked = readQuery(context.request.query);
    const reject = (problem: string) =>
      page(<InventoryPage {...{ context, asked, problem }} />, { status: 400 });
    const problem = problemOf(asked);
    if (problem !== undefined) return reject(problem);
    return answer(asked).catch((error: unknown) => {
      if (error instanceof ArchivedDay) return reject(error.message);
      throw error;
    });
  }

  async function readPart(organization: OrganizationId, asked: InventoryQuery, number: string | null) {
    const { past, page } = await readPastPage(database, organization, asked.as_of, async (places) =>
      pageOf(await chooseRecords(places, filterOf(asked)), number),
    );
    const names = await nameActors(actors, organization, past.last.values());
    const rows = page.shown.map((row) => listed(toRow(past, row), names));
    return { ...page, rows, facilities: facilitiesIn(past.records.facilities.values()) };
  }

  const show = (context: MemberContext) =>
    whenDayIsValid(context, async (asked) => {
      const { organization } = context.here;
      const part = await readPart(organization, asked, context.request.query.get('page'));
      const last = await lastReview(database, actors, organization);
      return page(<InventoryPage {...{ context, asked, part, last }} />);
    });

  async function report({ here, session }: MemberContext, asked: InventoryQuery) {
    const organization = { ...here, id: here.organization };
    const past = await readPast(database, organization.id, asked.as_of);
    return reportOf(actors, organization, asked.as_of, past, filterOf(asked), session.user.email);
  }

  const exportAs = (format: Download) => (context: MemberContext) =>
    whenDayIsValid(context, async (asked) => {
      const body = await oneAtATime(context.here.organization, async () =>
        packed(INVENTORY_FORMATS[format](await report(context, asked))),
      );
      const exported = exportedAs(format, asked.as_of, filterOf(asked));
      await recordExport({ database, log }, context.by, context.here.organization, exported);
      const name = `${context.here.slug}-inventory-${asked.as_of}.${format}`;
      return download(name, DOWNLOADS[format], body);
    });

  return [
    get(INVENTORY, guards.reader(show)),
    ...(Object.keys(DOWNLOADS) as Download[]).map((format) =>
      get(`${INVENTORY}.${format}`, guards.member(exportAs(format))),
    ),
  ];
}

/** Joins the system, the facility and the control center of a record. */
const placeOf = ({ kind, system, facility, control_center }: Listed): string =>
  [system, ...(kind === 'facility' || kind === 'control center' ? [] : [facility, control_center])]
    .filter(Boolean)
    .join(', ');

const Record = ({ context, row }: { context: MemberContext; row: Listed }) => (
  <tr>
    <th scope="row">
      {row.name}
      <small>{row.type === '' ? row.kind : `${row.kind}, ${row.type}`}</small>
    </th>
    <td data-label="Impact rating">{row.rating}</td>
    <td data-label="Place">{placeOf(row)}</td>
    <td data-label="Last change">
      {row.entry === '' ? null : (
        <>
          {row.change}
          <small>
            <DateOnly iso={row.changed_at} /> by {row.changed_by},{' '}
            <a href={`${pathTo('activity', context.here)}?resource=${encodeURIComponent(row.id)}`}>
              entry {row.entry}
            </a>
          </small>
        </>
      )}
      {row.note === '' ? null : <span class="badge warn">{row.note}</span>}
    </td>
  </tr>
);

function Pagination({ asked, part, context }: ListProps) {
  const { number, pages } = part;
  const link = (to: number, label: string) => (
    <a class="button" href={pathTo('inventory', context.here) + queryOf({ ...asked, page: to })}>
      {label}
    </a>
  );
  if (pages === 1) return null;
  return (
    <nav class="buttons pagination" aria-label="Pages of the list">
      {number === 1 ? null : link(number - 1, 'Previous')}
      <span class="muted">
        Page {number} of {pages}
      </span>
      {number === pages ? null : link(number + 1, 'Next')}
    </nav>
  );
}

interface ListProps {
  context: MemberContext;
  asked: InventoryQuery;
  part: Part;
}

function List({ context, asked, part }: ListProps) {
  const { rows, number, total } = part;
  if (total === 0)
    return (
      <section class="card empty">
        <h2>No records found</h2>
        <p class="muted">The inventory of this day has no records that match these filters.</p>
      </section>
    );
  const first = (number - 1) * ROWS + 1;
  const shown = `${formatCount(first)} to ${formatCount(first + rows.length - 1)}`;
  return (
    <>
      <p class="muted">
        {countOf(total, 'record')}
        {rows.length === total ? '' : `, ${shown} shown`}
      </p>
      <table class="inventory card">
        <thead>
          <tr>
            <th scope="col">Record</th>
            <th scope="col">Impact rating</th>
            <th scope="col">Place</th>
            <th scope="col">Last change</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Record key={row.id} context={context} row={row} />
          ))}
        </tbody>
      </table>
      <Pagination context={context} asked={asked} part={part} />
    </>
  );
}

interface InventoryProps {
  context: MemberContext;
  asked: InventoryQuery;
  /** Why the day is invalid. */
  problem?: string;
  /** Undefined for an invalid day. */
  part?: Part;
  last?: LastReview;
}

const Downloads = ({ context, asked }: { context: MemberContext; asked: InventoryQuery }) => (
  <div class="buttons">
    {(Object.keys(DOWNLOADS) as Download[]).map((format) => (
      <a key={format} class="button" href={`${pathTo('inventory', context.here)}.${format}${queryOf(asked)}`}>
        Export {format.toUpperCase()}
      </a>
    ))}
  </div>
);

const InventoryPage = ({ context, asked, problem, part, last }: InventoryProps) => (
  <OrganizationPage title="Inventory" context={context} tab="inventory">
    <Heading
      title={part ? `Inventory as of ${dateOf(asked.as_of)}` : 'Inventory'}
      lead={<>The records as they were at the end of the day (UTC), computed from the activity log.</>}
    >
      {part ? <Downloads context={context} asked={asked} /> : null}
    </Heading>
    <FilterForm context={context} asked={asked} facilities={part?.facilities ?? []} problem={problem} />
    {part ? <ReviewCard review={last} /> : null}
    {part ? <List context={context} asked={asked} part={part} /> : null}
  </OrganizationPage>
);
