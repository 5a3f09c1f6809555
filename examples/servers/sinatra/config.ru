# frozen_string_literal: true

require_relative 'pets'

run Pets
