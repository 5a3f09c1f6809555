// A conforming server in memory that ends now and then, whatever is under way: at request N of each process.
import { Server } from 'node:http';
import { startReference } from '../../dist/reference/server.js';

const { PETSTORE_BASE_URL, PETSTORE_API_KEY } = process.env;
let left = Number(process.argv[2]);
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...rest) {
  if (event === 'request') left -= 1;
  if (event === 'request' && left === 0) {
    console.error(`Error: the pool is exhausted\n    at lend (pool.mjs:12:9)`);
    process.exit(3);
  }
  return emit.call(this, event, ...rest);
};
await startReference({ apiKey: PETSTORE_API_KEY, port: Number(new URL(PETSTORE_BASE_URL).port) });
console.log('listening');
