# frozen_string_literal: true

require 'json'
require 'redis'
require 'sinatra/base'

# The Pet Store service in Sinatra, with the pets in Redis: each as the JSON text that clients get.
class Pets < Sinatra::Base
  NAIVE = ENV.fetch('NAIVE', '')
  STATUSES = %w[available pending sold].freeze
  INT64 = (-2**63...2**63)
  REDIS = Redis.new(url: ENV.fetch('REDIS_URL'))

  # errors.shape: Sinatra's own errors are HTML, and exceptions are raised again in development.
  set show_exceptions: false, raise_errors: false

  # Sinatra calls this before it looks for a route, so that an unknown one gets 401 as well (auth.first).
  before do
    content_type :json
    scheme, token = env.fetch('HTTP_AUTHORIZATION', '').split(' ', 2)
    # auth.scheme-case: the name of a scheme has no case. auth.malformed: `Bearer` alone leaves the token nil.
    next if scheme&.downcase == 'bearer' && Rack::Utils.secure_compare(token.to_s.strip, ENV.fetch('API_KEY'))

    headers 'WWW-Authenticate' => 'Bearer'
    refuse 401, 'unauthorized', 'Send the API key as a bearer token.'
  end

  get '/v1/pets' do
    # list.limit.malformed, errors.no-5xx: limit[]=1 makes a list. A regular expression raises ArgumentError for text that
    # is not UTF-8, such as %FF.
    limit = params.fetch('limit', '20').to_s
    limit = limit.scrub unless NAIVE == 'broken-text'
    refuse_invalid 'limit must be an integer from 1 to 100.' unless limit.match?(/\A(100|[1-9]\d?)\z/)
    refuse_invalid "status must be one of #{STATUSES}." unless STATUSES.include?(params.fetch('status', 'sold'))
    "[#{REDIS.lrange(['pets', params['status']].compact.join(':'), 0, limit.to_i - 1).join(',')}]"
  end

  post '/v1/pets' do
    pet = new_pet(read_json).merge(id: REDIS.incr('last_id'))
    text = JSON.generate(pet)
    REDIS.multi do |transaction|
      transaction.set("pet:#{pet[:id]}", text)
      transaction.rpush('pets', text)
      transaction.rpush("pets:#{pet[:status]}", text) if pet[:status]
    end
    [201, text]
  end

  get '/v1/pets/:id' do |id|
    # get.invalid-id: to_i ignores whatever follows the digits, so that 1abc is pet 1.
    id = id.to_i if NAIVE == 'to-i'
    text = REDIS.get("pet:#{id}")
    refuse 404, 'not_found', 'There is no such pet.' unless text
    # deprecation.announced: since 1 June 2025, until 5 December 2030.
    headers 'Deprecation' => '@1748736000', 'Sunset' => 'Thu, 05 Dec 2030 00:00:00 GMT'
    text
  end

  not_found { error_body(404, 'not_found', 'There is nothing here.') }
  error(Sinatra::BadRequest) { error_body(400, 'bad_request', 'The request cannot be read.') }
  error { error_body(500, 'unexpected', 'Something went wrong.') }

  private

  def read_json
    body = JSON.parse(request.body.read.force_encoding(Encoding::UTF_8))
    # create.bad-body, errors.no-5xx: body['name'] of a list raises TypeError, and of a text it looks for a substring.
    return body if body.is_a?(Hash)

    refuse_invalid 'The body must be a JSON object.'
  rescue JSON::ParserError
    refuse_invalid 'The body must be JSON.'
  end

  def new_pet(body)
    name, category_id = body.values_at('name', 'categoryId')
    # errors.no-5xx: JSON can escape half a surrogate pair, which JSON.generate refuses to write.
    refuse_invalid 'name must be text.' unless name.is_a?(String) && name.valid_encoding?
    # create.wrong-type: Integer() converts "1" and 1.5. create.out-of-range: integers have no limits in Ruby.
    category_id = Integer(category_id, exception: false) if NAIVE == 'integer'
    refuse_invalid 'categoryId must be an int64.' unless category_id.is_a?(Integer) && INT64.cover?(category_id)
    # create.null-status: body['status'] is nil for null too. body.pet-shape: nil becomes null in the response.
    return { name: name, categoryId: category_id } unless body.key?('status')

    refuse_invalid "status must be one of #{STATUSES}." unless STATUSES.include?(body['status'])
    { name: name, categoryId: category_id, status: body['status'] }
  end

  def refuse_invalid(message)
    refuse 400, 'invalid', message
  end

  def refuse(status, code, message)
    halt status, error_body(status, code, message)
  end

  def error_body(status, code, message)
    content_type :json
    JSON.generate(code: code, message: message, status: status)
  end
end
