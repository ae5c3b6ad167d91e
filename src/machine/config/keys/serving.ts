import { type ConfigKey, number, text } from './key.ts'

/** Where `mettle serve` listens. Whoever is let in from afar is a person's own choice. */
export const SERVING_KEYS = {
  'serve.port': number(4_777, 0, 65_535, 'The port of `mettle serve`; 0 for any free port.'),
  'serve.host': text(
    '127.0.0.1',
    'The address it listens on; one that other machines can reach needs --allow-remote. Not read from a project.',
  ),
  'serve.url': text(
    '',
    'The address under which others reach it, such as `https://mettle.example.com` of a proxy in front. Not read from a project.',
  ),
  'serve.callsPerMinute': number(3_000, 1, 1_000_000, 'The most calls that a token may make per minute.'),
} as const satisfies Record<string, ConfigKey>
