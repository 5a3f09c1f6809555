<?php

declare(strict_types=1);

// The Pet Store service in Slim 3, with PDO and SQLite.

use Slim\Exception\NotFoundException;
use Slim\Http\Request;
use Slim\Http\Response;

require 'Slim/autoload.php';

define('NAIVE', getenv('NAIVE'));
const STATUSES = ['available', 'pending', 'sold'];

final class InvalidRequest extends Exception
{
}

function error(Response $response, int $status, string $code, string $message): Response
{
    return $response->withJson(['code' => $code, 'message' => $message, 'status' => $status], $status);
}

/** A row as clients get it. */
function pet(array $row): array
{
    // body.pet-shape: a pet without a status has no such field; null is not a status.
    return array_filter($row, fn ($value) => $value !== null);
}

function isStatus($value): bool
{
    // create.bad-status: without the third argument, true equals every text.
    return in_array($value, STATUSES, NAIVE !== 'loose-in-array');
}

function newPet(string $text): array
{
    // create.bad-body: with true as second argument, objects would be arrays, as lists are.
    $body = json_decode($text);
    if (!$body instanceof stdClass) {
        throw new InvalidRequest('The body must be a JSON object.');
    }
    if (!is_string($body->name ?? null)) {
        throw new InvalidRequest('name must be text.');
    }
    // create.wrong-type: is_numeric takes "1" and 1.5. create.out-of-range: json_decode makes a float of what is not an
    // int64, so is_int refuses that as well.
    $category = $body->categoryId ?? null;
    $category = NAIVE === 'is-numeric' && is_numeric($category) ? (int) $category : $category;
    if (!is_int($category)) {
        throw new InvalidRequest('categoryId must be an int64.');
    }
    // create.null-status: isset($body->status) is false for null too.
    if (property_exists($body, 'status') && !isStatus($body->status)) {
        throw new InvalidRequest('status must be one of ' . implode(', ', STATUSES) . '.');
    }
    return ['name' => $body->name, 'categoryId' => $category, 'status' => $body->status ?? null];
}

$app = new Slim\App();
$container = $app->getContainer();
$container['database'] = function () {
    $options = [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC];
    return new PDO('sqlite:' . getenv('DATA') . '/pets.db', null, null, $options);
};

// errors.shape, body.content-type: Slim's own errors are HTML, or JSON of another form.
$container['notFoundHandler'] = fn () => fn (Request $request, Response $response) =>
    error($response, 404, 'not_found', 'There is no such resource.');
$container['notAllowedHandler'] = fn () => fn (Request $request, Response $response, array $methods) =>
    error($response, 405, 'method_not_allowed', 'Use ' . implode(' or ', $methods) . '.');
$container['errorHandler'] = fn () => fn (Request $request, Response $response, Exception $exception) =>
    $exception instanceof InvalidRequest
        ? error($response, 400, 'invalid', $exception->getMessage())
        : error($response, 500, 'unexpected', 'Something went wrong.');
$container['phpErrorHandler'] = fn () => fn (Request $request, Response $response) =>
    error($response, 500, 'unexpected', 'Something went wrong.');

// Slim calls this before it looks for a route, so that an unknown one gets 401 as well (auth.first).
$app->add(function (Request $request, Response $response, callable $next): Response {
    [$scheme, $token] = explode(' ', $request->getHeaderLine('Authorization'), 2) + ['', ''];
    // auth.scheme-case: the name of a scheme has no case.
    if (strtolower($scheme) === 'bearer' && hash_equals(getenv('API_KEY'), trim($token))) {
        return $next($request, $response);
    }
    $challenge = $response->withHeader('WWW-Authenticate', 'Bearer');
    return error($challenge, 401, 'unauthorized', 'Send the API key as a bearer token.');
});

$app->get('/v1/pets', function (Request $request, Response $response): Response {
    // list.limit.malformed: (int) makes 0 of "abc" and 1 of a list. filter_var is false for both.
    $range = ['options' => ['min_range' => 1, 'max_range' => 100]];
    $limit = filter_var($request->getQueryParam('limit', '20'), FILTER_VALIDATE_INT, $range);
    $status = $request->getQueryParam('status');
    if ($limit === false || ($status !== null && !isStatus($status))) {
        throw new InvalidRequest('limit must be from 1 to 100, and status one of ' . implode(', ', STATUSES) . '.');
    }
    $select = $this->database->prepare('SELECT * FROM pets WHERE ?1 IS NULL OR status = ?1 ORDER BY id LIMIT ?2');
    $select->execute([$status, $limit]);
    return $response->withJson(array_map('pet', $select->fetchAll()));
});

$app->post('/v1/pets', function (Request $request, Response $response): Response {
    $pet = newPet((string) $request->getBody());
    $insert = $this->database->prepare('INSERT INTO pets (name, categoryId, status) VALUES (:name, :categoryId, :status)');
    $insert->execute($pet);
    return $response->withJson(pet(['id' => (int) $this->database->lastInsertId()] + $pet), 201);
});

$app->get('/v1/pets/{id}', function (Request $request, Response $response, array $arguments): Response {
    // get.invalid-id: (int) ignores whatever follows the digits, so that 1abc is pet 1.
    $id = NAIVE === 'int-cast' ? (int) $arguments['id'] : filter_var($arguments['id'], FILTER_VALIDATE_INT);
    $select = $this->database->prepare('SELECT * FROM pets WHERE id = ?');
    $select->execute([$id]);
    $row = $id === false ? false : $select->fetch();
    if ($row === false) {
        throw new NotFoundException($request, $response);
    }
    // deprecation.announced: since 1 June 2025, until 5 December 2030.
    return $response->withJson(pet($row))
        ->withHeader('Deprecation', '@1748736000')
        ->withHeader('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT');
});

$app->run();
