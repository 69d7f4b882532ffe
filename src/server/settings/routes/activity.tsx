// An organization's activity: a page of entries, newest first, and a CSV export.
import type { RecordChange } from '../../audit/compare-records';
import { actorKey, type NamedRow, namedRows, nameEntries } from '../../audit/names';
import { archivedSentence, selectArchives } from '../../audit/archives';
import { recordExport, FORMATS, groupRuns, runInWords, formatRows } from '../../audit/formats';
import { NEWEST, readPages } from '../../audit/read';
import { toDay } from '../../../base/day';
import { escapeControls } from '../../../base/text';
import { DateAndTime, LinkButton } from '../components';
import { get, type PageServices } from '../guards';
import { Heading, OrganizationPage, pathTo } from '../layout';
import { download, page, formatQuery } from '../responses';
import type { MemberContext, SiteRoute } from '../site';
import {
  type FilterProps,
  FilterForm,
  RESOURCE_TYPES,
  actorTypeName,
  toFilter,
  findProblem,
  readQuery,
  typeName,
} from './activity-filter';

const ACTIVITY = pathTo('activity');

const sequenceIn = (given: string | null): number | undefined =>
  given !== null && /^\d{1,9}$/.test(given) ? Number(given) : undefined;

export function activityRoutes({ guards, database, log, activity, names }: PageServices): SiteRoute[] {
  /** Shows the form, which names the problem. */
  const rejected = (context: MemberContext, asked: ReturnType<typeof readQuery>) => ({
    ...activityPage({ context, asked, names: new Map() }),
    status: 400,
  });

  async function list(context: MemberContext) {
    const { query } = context.request;
    const { organization } = context.here;
    const asked = readQuery(query);
    if (findProblem(asked) !== undefined) return rejected(context, asked);
    const before = sequenceIn(query.get('before'));
    const entries = await activity.newest(organization, { ...toFilter(asked), before });
    const { rows, actors } = await nameEntries(names, organization, entries);
    const next = rows.length === NEWEST ? rows.at(-1)!.sequence : undefined;
    const archived =
      next === undefined ? archivedSentence(await selectArchives(database, organization)) : undefined;
    return activityPage({ context, asked, names: actors }, { rows, next, archived });
  }

  async function exportCsv(context: MemberContext) {
    const { request, here } = context;
    const asked = readQuery(request.query);
    if (findProblem(asked) !== undefined) return rejected(context, asked);
    const exported = { list: 'the activity', format: 'csv', filter: asked };
    const before = await recordExport({ database, log }, context.by, here.organization, exported);
    const pages = readPages(activity.pages(here.organization, { ...toFilter(asked), before }));
    const entries = namedRows(names, here.organization, pages);
    const name = `${here.slug}-activity-${toDay(Date.now())}.csv`;
    return download(name, 'text/csv', formatRows(FORMATS.csv, entries));
  }

  return [get(ACTIVITY, guards.reader(list)), get(`${ACTIVITY}.csv`, guards.member(exportCsv))];
}

const Value = ({ of: value }: { of: string | null }) =>
  value === null ? <span class="muted">none</span> : <>{value}</>;

function Details({ row }: { row: NamedRow }) {
  const changes = JSON.parse(row.changes) as RecordChange[];
  const origin = [
    ['Request', row.request_id],
    ['Address', row.source_address],
    ['User agent', row.user_agent],
  ].filter(([, value]) => (value ?? null) !== null);
  if (changes.length === 0 && origin.length === 0) return null;
  return (
    <details>
      <summary>Details</summary>
      <dl class="changes">
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt class="mono">{field}</dt>
            <dd>
              <Value of={before} /> → <Value of={after} />
            </dd>
          </div>
        ))}
        {[['Entry', row.sequence], ...origin].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="mono">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Returns for example `, Protection Relays, Solar Park`. */
const formatPlace = ({ systemName, siteName }: NamedRow): string =>
  [systemName, siteName].map((name) => (name ? `, ${name}` : '')).join('');

function Entry({ context, asked, names, row }: FilterProps & { row: NamedRow }) {
  const [name, id] = [names.get(actorKey(row)), escapeControls(row.actor_id)];
  const type = RESOURCE_TYPES.includes(row.resource_type) ? row.resource_type : '';
  const path = pathTo('activity', context.here);
  return (
    <li>
      <p class="when muted">
        <DateAndTime iso={row.occurred_at} />
      </p>
      <div class="what">
        <p class="did">{row.description}</p>
        <p class="muted">
          <a href={path + formatQuery({ ...asked, actor: row.actor_id })}>{name ?? id}</a> (
          {actorTypeName(row.actor_type)}){name === undefined ? null : <span class="mono"> {id}</span>},{' '}
          {typeName(row.resource_type)} {row.resourceName}{' '}
          <a class="mono" href={path + formatQuery({ ...asked, type, resource: row.resource_id })}>
            {row.resource_id}
          </a>
          {formatPlace(row)}
        </p>
        <Details row={row} />
      </div>
    </li>
  );
}

type GroupProps = FilterProps & ReturnType<typeof groupRuns<NamedRow>>[number];

/** Shows the entries of a run under one line, with their number on this page. */
function Group({ run, rows, ...rest }: GroupProps) {
  if (!run || rows.length === 1) return <Entry row={rows[0]} {...rest} />;
  return (
    <li>
      <p class="when muted">
        <DateAndTime iso={rows[0].occurred_at} />
      </p>
      <details class="what">
        <summary>{runInWords(run, rows.length)} on this page</summary>
        <ol class="activity">
          {rows.map((row) => (
            <Entry key={row.id} row={row} {...rest} />
          ))}
        </ol>
      </details>
    </li>
  );
}

interface ListProps {
  rows?: NamedRow[];
  /** The sequence before which the next page starts; undefined on the last page. */
  next?: number | undefined;
  /** Where older entries are; undefined before the last page, and when all are in the database. */
  archived?: string | undefined;
}

/** Without a list for a filter with an invalid day. */
function activityPage(filter: FilterProps, { rows, next, archived }: ListProps = {}) {
  const { context, asked } = filter;
  const path = pathTo('activity', context.here);
  return page(
    <OrganizationPage title="Activity" context={context} tab="activity">
      <Heading
        title="Activity"
        lead={
          <>
            All changes, newest first. A hash chain links the entries, so a check detects an entry that was
            changed or removed.
          </>
        }
      >
        <div class="buttons">
          <LinkButton text="Export as CSV" href={`${path}.csv${formatQuery(asked)}`} />
          <form method="get" action={`${path}/check`}>
            <button type="submit">Check the chain</button>
          </form>
        </div>
      </Heading>
      <FilterForm {...filter} />
      {rows === undefined ? null : rows.length === 0 ? (
        <section class="card empty">
          <h2>No entries found</h2>
          <p class="muted">No entries match these filters.</p>
        </section>
      ) : (
        <ol class="activity card">
          {groupRuns(rows).map((group) => (
            <Group key={group.rows[0].id} {...filter} {...group} />
          ))}
        </ol>
      )}
      {next === undefined ? null : (
        <p class="more">
          <LinkButton text="Older entries" href={path + formatQuery({ ...asked, before: next })} />
        </p>
      )}
      {archived === undefined ? null : (
        <p class="muted">{archived} Ask the operator of this server for older entries.</p>
      )}
    </OrganizationPage>,
  );
}
