// Reference for the sandbox: json-server keeps the tasks in memory. It knows no contract and checks no key.
import { loadPeer } from './load-peer.mjs';
import { tasks } from './tasks.mjs';

const { default: jsonServer } = await loadPeer('json-server');
const app = jsonServer.create();
app.use(jsonServer.defaults({ logger: false }));
app.use(jsonServer.router({ tasks }));
app.listen(Number(process.env.PORT), '127.0.0.1');
