// The inventory of an organization as of a day: a page of its records, and downloads of the whole list.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { OrganizationId } from '../../../base/organization';
import { joinChunks, pluralize, formatCount } from '../../../base/text';
import { recordExport } from '../../audit/formats';
import { nameActors } from '../../audit/names';
import { type Listed, listed, exportedAs, INVENTORY_FORMATS, createReport } from '../../history/formats';
import { ArchivedDay, readPast } from '../../history/past-inventory';
import { readPastPage } from '../../history/past-page';
import { lastReview } from '../../history/review';
import { type PastRecord, chooseRecords, toRow } from '../../history/rows';
import { DateOnly, formatDate, LinkButton } from '../components';
import { get, type PageServices } from '../guards';
import { Heading, OrganizationPage, pathTo } from '../layout';
import { download, page, formatQuery } from '../responses';
import type { MemberContext, SiteResponse, SiteRoute } from '../site';
import { FilterForm, type InventoryQuery, toFilter, findProblem, readQuery } from './inventory-filter';
import { type LastReview, ReviewCard } from './inventory-review';

const INVENTORY = pathTo('inventory');

const DOWNLOADS = [
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['html', 'text/html'],
] as const;

const facilitiesIn = (rows: Iterable<{ name?: string | null }>): string[] =>
  [...new Set([...rows].map(({ name }) => name ?? ''))].sort((one, other) => one.localeCompare(other, 'en'));

/** The rows of a page. */
const ROWS = 200;

/** Returns the rows of a page, which counts from 1. */
function getPage(records: readonly PastRecord[], asked: string | null) {
  const pages = Math.max(1, Math.ceil(records.length / ROWS));
  const number = Math.min(pages, /^[1-9]\d{0,6}$/.test(asked ?? '') ? Number(asked) : 1);
  return { shown: records.slice((number - 1) * ROWS, number * ROWS), number, pages, total: records.length };
}

/**
 * Compresses a text before its download, so that the rows behind it can be freed while a slow client reads. 100,000
 * records take a few megabytes.
 */
async function packed(pieces: Iterable<string>): Promise<AsyncIterable<string>> {
  const compressed = await pipeline(joinChunks(pieces), createGzip(), buffer);
  return Readable.from(compressed).pipe(createGunzip()).setEncoding('utf8');
}

/** Reads one page of a list, without the rest, which would stay in memory. */
async function readPart(
  { database, names: { actors } }: PageServices,
  organization: OrganizationId,
  asked: InventoryQuery,
  number: string | null,
) {
  const { past, page } = await readPastPage(database, organization, asked.as_of, async (places) =>
    getPage(await chooseRecords(places, toFilter(asked)), number),
  );
  const names = await nameActors(actors, organization, past.last.values());
  const rows = page.shown.map((row) => listed(toRow(past, row), names));
  return { ...page, rows, facilities: facilitiesIn(past.records.facilities.values()) };
}

type Part = Awaited<ReturnType<typeof readPart>>;

export function inventoryRoutes(services: PageServices): SiteRoute[] {
  const { guards, database, log, names, oneAtATime } = services;
  const { actors } = names;

  /** Shows the form with the reason when the day is invalid or archived. */
  async function whenDayIsValid(
    context: MemberContext,
    answer: (asked: InventoryQuery) => Promise<SiteResponse>,
  ): Promise<SiteResponse> {
    const asked = readQuery(context.request.query);
    const problem = findProblem(asked);
    if (problem !== undefined) return inventoryPage(context, asked, { problem });
    return answer(asked).catch((error: unknown) => {
      if (error instanceof ArchivedDay) return inventoryPage(context, asked, { problem: error.message });
      throw error;
    });
  }

  const show = (context: MemberContext) =>
    whenDayIsValid(context, async (asked) => {
      const { organization } = context.here;
      const part = await readPart(services, organization, asked, context.request.query.get('page'));
      const last = await lastReview(database, actors, organization);
      return inventoryPage(context, asked, { part, last });
    });

  const exportAs = (context: MemberContext, [format, type]: (typeof DOWNLOADS)[number]) =>
    whenDayIsValid(context, async (asked) => {
      const { here, session, by } = context;
      const organization = { ...here, id: here.organization };
      const body = await oneAtATime(organization.id, async () => {
        const past = await readPast(database, organization.id, asked.as_of);
        const { email } = session.user;
        const report = await createReport(actors, organization, asked.as_of, past, toFilter(asked), email);
        return packed(INVENTORY_FORMATS[format](report));
      });
      const exported = exportedAs(format, asked.as_of, toFilter(asked));
      await recordExport({ database, log }, by, organization.id, exported);
      return download(`${here.slug}-inventory-${asked.as_of}.${format}`, type, body);
    });

  const downloads = DOWNLOADS.map((kind) =>
    get(
      `${INVENTORY}.${kind[0]}`,
      guards.member((context) => exportAs(context, kind)),
    ),
  );
  return [get(INVENTORY, guards.reader(show)), ...downloads];
}

/** Joins the system, the facility and the control center of a record. */
const formatPlace = ({ kind, system, facility, control_center }: Listed): string =>
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
    <td data-label="Place">{formatPlace(row)}</td>
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

type ListProps = { context: MemberContext; asked: InventoryQuery; part: Part };

function Pagination({ asked, part: { number, pages }, context }: ListProps) {
  const link = (to: number, label: string) => (
    <LinkButton text={label} href={pathTo('inventory', context.here) + formatQuery({ ...asked, page: to })} />
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

function List({ context, asked, part }: ListProps) {
  const { rows, number, total } = part;
  if (total === 0)
    return (
      <section class="card empty">
        <h2>No records found</h2>
        <p class="muted">The inventory of this day has no records, or none that match the filters.</p>
      </section>
    );
  const first = (number - 1) * ROWS + 1;
  const shown = `${formatCount(first)} to ${formatCount(first + rows.length - 1)}`;
  return (
    <>
      <p class="muted">
        {pluralize(total, 'record')}
        {rows.length === total ? '' : `, ${shown} shown`}
      </p>
      <table class="inventory card">
        <thead>
          <tr>
            {['Record', 'Impact rating', 'Place', 'Last change'].map((heading) => (
              <th scope="col">{heading}</th>
            ))}
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

/** `problem`: why the day is invalid; the page then has no list. */
type InventoryProps = { problem?: string; part?: Part; last?: LastReview };

function inventoryPage(context: MemberContext, asked: InventoryQuery, shown: InventoryProps) {
  const { problem, part, last } = shown;
  const path = pathTo('inventory', context.here);
  return page(
    <OrganizationPage title="Inventory" context={context} tab="inventory">
      <Heading
        title={part ? `Inventory as of ${formatDate(asked.as_of)}` : 'Inventory'}
        lead="The records as they were at the end of the day (UTC), computed from the activity log."
      >
        {part ? (
          <div class="buttons">
            {DOWNLOADS.map(([format]) => (
              <LinkButton
                text={`Export ${format.toUpperCase()}`}
                href={`${path}.${format}${formatQuery(asked)}`}
              />
            ))}
          </div>
        ) : null}
      </Heading>
      <FilterForm context={context} asked={asked} facilities={part?.facilities ?? []} problem={problem} />
      {part ? <ReviewCard review={last} /> : null}
      {part ? <List context={context} asked={asked} part={part} /> : null}
    </OrganizationPage>,
    part ? 200 : 400,
  );
}
