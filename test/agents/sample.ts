import { readFileSync } from 'node:fs'

/** What a real client sent, by the name of its folder and file below `samples/`; some fields are left out. */
export function sample(client: string, name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`samples/${client}/${name}.json`, import.meta.url), 'utf8'))
}
