const hooks = require('hooks');

/** Dredd sends one request for each documented response. The hooks make the request fit, and check what schemas cannot. */
const UNKNOWN_ID = '9007199254740991';
let created;

const bodyOf = ({ real }) => JSON.parse(real.body);
const fails = (transaction, reason) => {
  transaction.fail = reason;
};

hooks.beforeEach((transaction) => {
  if (transaction.expected.statusCode === '401') delete transaction.request.headers.Authorization;
});

// Dredd compares media types as text, so that a charset would fail.
hooks.beforeEachValidation((transaction) => {
  const { headers } = transaction.real;
  if (/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    headers['content-type'] = transaction.expected.headers['Content-Type'];
});

hooks.afterEach((transaction) => {
  if (transaction.skip || transaction.expected.statusCode < '400' || transaction.fail) return;
  if (String(bodyOf(transaction).status) !== transaction.expected.statusCode) fails(transaction, 'status of the Error');
});

hooks.after('/pets > List pets. > 200 > application/json', (transaction) => {
  const pets = bodyOf(transaction);
  if (pets.length > 20) fails(transaction, 'more pets than the limit');
  if (pets.some(({ status }) => status !== 'available')) fails(transaction, 'another status than asked for');
});

hooks.after('/pets > Add a pet. > 201 > application/json', (transaction) => {
  created = bodyOf(transaction);
  const sent = JSON.parse(transaction.request.body);
  if (Object.keys(sent).some((key) => sent[key] !== created[key])) fails(transaction, 'another pet than sent');
});

hooks.before('/pets > Add a pet. > 400 > application/json', (transaction) => {
  transaction.request.body = JSON.stringify({ name: 7 });
});

hooks.before('/pets/{petId} > Fetch one pet. > 200 > application/json', (transaction) => {
  transaction.fullPath = transaction.fullPath.replace(/\d+$/, created?.id ?? '1');
});

hooks.after('/pets/{petId} > Fetch one pet. > 200 > application/json', (transaction) => {
  const pet = bodyOf(transaction);
  if (Object.keys(created).some((key) => pet[key] !== created[key])) fails(transaction, 'another pet than created');
});

hooks.before('/pets/{petId} > Fetch one pet. > 404 > application/json', (transaction) => {
  transaction.fullPath = transaction.fullPath.replace(/\d+$/, UNKNOWN_ID);
});
