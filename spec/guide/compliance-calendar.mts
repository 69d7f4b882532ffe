// A compliance calendar: the tasks of each person by day, done or not, with evidence, approvals and exports.
// Run: node compliance-calendar.mts
import { createClient, unwrap, upload } from 'compliance-inventory/client';
import { startSandbox } from 'compliance-inventory/sandbox';

type Role = 'compliance_manager' | 'contributor' | 'auditor';

const sandbox = await startSandbox();
const world = await sandbox.createWorld({ from: 'empty', now: '2026-01-05T08:00:00Z' });
const clientOf = (apiKey: string) =>
  createClient({ baseUrl: sandbox.url, apiKey, userAgent: 'compliance-calendar/1.0' });
type Inventory = ReturnType<typeof clientOf>;

/** Creates a person, and returns the id with a client that acts for the person. */
async function hire(admin: Inventory, name: string, role: Role) {
  const email = `${name.toLowerCase()}@utility.example`;
  const { id } = unwrap(await admin.POST('/users', { body: { name, email, role } }));
  const { key } = await world.createKey({ userId: id });
  return { id, name, inventory: clientOf(key) };
}

/** Returns the entries of a calendar by day: single tasks, and the instances of recurring ones, done or not. */
async function calendar(inventory: Inventory, dueFrom: string, dueTo: string) {
  const query = { dueFrom, dueTo };
  const { data: tasks } = unwrap(await inventory.GET('/tasks', { params: { query } }));
  const { data: users } = unwrap(await inventory.GET('/users', { params: { query: { limit: 100 } } }));
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const entries = tasks.flatMap(({ id, title, assigneeId, dueDate, recurrence, status, instances }) =>
    // A task that recurred before still has its complete instances.
    [...(instances ?? []), ...(recurrence ? [] : [{ dueDate: dueDate ?? '', status }])].map((entry) => ({
      id,
      title,
      person: names.get(assigneeId ?? '') ?? 'nobody',
      day: entry.dueDate,
      status: entry.status,
    })),
  );
  return entries
    .filter(({ day }) => day >= dueFrom && day <= dueTo)
    .sort((one, other) => one.day.localeCompare(other.day) || one.title.localeCompare(other.title));
}

/** Prints a calendar as one person sees it. */
async function show(title: string, inventory: Inventory, from: string, to: string) {
  console.log(`${title}, ${from} to ${to}`);
  for (const { id, day, status, title: task, person } of await calendar(inventory, from, to)) {
    const params = { path: { resourceId: id } };
    const { data: evidence } = unwrap(await inventory.GET('/evidence/by-resource/{resourceId}', { params }));
    console.log(`${day}  ${status.padEnd(11)} ${task}, ${person}, evidence: ${evidence.length}`);
  }
}

try {
  const admin = clientOf(world.key);
  const ann = await hire(admin, 'Ann', 'contributor');
  const bob = await hire(admin, 'Bob', 'compliance_manager');
  const eve = await hire(admin, 'Eve', 'auditor');

  // Bob plans the year. A proxy fails, then the response is lost: the client repeats the request, and creates one task.
  await world.faults([
    { method: 'POST', path: '/tasks', count: 1, status: 502 },
    { method: 'POST', path: '/tasks', count: 1, drop: 'after' },
    { method: 'POST', path: '/tasks', count: 1, body: 'cut' },
  ]);
  const review = unwrap(
    await bob.inventory.POST('/tasks', {
      params: { header: { 'Idempotency-Key': 'access-review-2026' } },
      body: {
        title: 'Review access rights',
        assigneeId: ann.id,
        dueDate: '2026-01-31',
        recurrence: 'quarterly',
      },
    }),
  );
  const drill = { title: 'Test the recovery plan', assigneeId: bob.id, dueDate: '2026-03-15' };
  unwrap(await bob.inventory.POST('/tasks', { body: drill }));
  await show('Plan', ann.inventory, '2026-01-01', '2026-06-30');

  // Ann does the first review. Its tag shows whether another person changed the instance meanwhile.
  await world.setTime('2026-01-29T15:00:00Z');
  const { instances } = unwrap(
    await ann.inventory.GET('/tasks/{id}', { params: { path: { id: review.id } } }),
  );
  const [first] = instances!;
  unwrap(
    await ann.inventory.PUT('/tasks/{parentTaskId}/{dueDate}', {
      params: {
        path: { parentTaskId: review.id, dueDate: first!.dueDate },
        header: { 'If-Match': first!.etag ?? '*' },
      },
      body: { status: 'complete', notes: '42 accounts reviewed, 3 removed' },
    }),
  );
  const resource = { resourceId: review.id, resourceType: 'task' } as const;
  const list = new File(['account,decision\njdoe,removed'], 'access-review.csv', { type: 'text/csv' });
  const uploaded = unwrap(await upload(ann.inventory, '/policy-documents/upload', list));
  const listed = { ...resource, type: 'file', fileId: uploaded.id } as const;
  unwrap(await ann.inventory.POST('/evidence', { body: listed }));

  // Bob writes the plan and submits it. The administrator approves it, and the plan is evidence of the drill.
  const plan = new File(['%PDF-1.7 Recovery plan'], 'recovery-plan.pdf', { type: 'application/pdf' });
  const file = unwrap(await upload(bob.inventory, '/policy-documents/upload', plan));
  await world.advance('PT2S'); // the sandbox processes the file for a second
  const draft = { title: 'Recovery plan', fileId: file.id };
  const document = unwrap(
    await bob.inventory.POST('/policy-documents/create-from-processed', { body: draft }),
  );
  const at = { params: { path: { id: document.id } } };
  unwrap(await bob.inventory.POST('/policy-documents/{id}/submit', at));
  const { error } = await ann.inventory.POST('/policy-documents/{id}/approve', at);
  console.log(`Ann: ${error?.message}`);
  const { versionNumber } = unwrap(await admin.POST('/policy-documents/{id}/approve', at));
  console.log(`The administrator approves version ${versionNumber}.`);
  const supported = { resourceId: document.id, resourceType: 'policy_document' } as const;
  unwrap(await bob.inventory.POST('/evidence', { body: { ...supported, type: 'file', fileId: file.id } }));

  // Ann completes a training. The export keeps the names of people who leave.
  const awareness = { title: 'Cyber security awareness' };
  const course = unwrap(await admin.POST('/training-modules', { body: awareness }));
  const assigned = { userId: ann.id, trainingModuleId: course.id };
  const training = unwrap(await admin.POST('/training-assignments', { body: assigned }));
  const done = { completedAt: '2026-01-29T14:00:00Z' };
  const assignment = { params: { path: { id: training.id } }, body: done };
  unwrap(await ann.inventory.POST('/training-assignments/{id}/complete', assignment));

  // The second review is late.
  await world.setTime('2026-05-04T08:00:00Z');
  await show('What Eve audits', eve.inventory, '2026-01-01', '2026-06-30');
  const { data: files } = unwrap(await eve.inventory.GET('/policy-documents/processing-files'));
  const bytes = await fetch(files.find(({ id }) => id === uploaded.id)!.downloadUrl!);
  console.log(`Eve reads ${uploaded.fileName}: ${await bytes.text()}`);
  const trail = { params: { path: { resourceType: 'task', resourceId: review.id } } } as const;
  const { data: log } = unwrap(
    await eve.inventory.GET('/activity/by-resource-type/{resourceType}/{resourceId}', trail),
  );
  const people = new Map([ann, bob].map(({ id, name }) => [id, name]));
  for (const { occurredAt, actorId, operation } of log)
    console.log(`${occurredAt.slice(0, 10)}  ${operation} by ${people.get(actorId) ?? actorId}`);
  const query = { format: 'csv' } as const;
  const csv = unwrap(
    await eve.inventory.GET('/training-assignments/export', { params: { query } }),
  ) as string;
  for (const row of csv.trim().split('\r\n').slice(1)) console.log(row.replaceAll(/"\w+_\w{26}",/g, ''));
} finally {
  await sandbox.close();
}
