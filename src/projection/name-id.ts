import { digest } from '../domain/digest.ts'

const PLAIN = /^[\w .,:()/+-]{1,200}$/

/** The id of a document that is called by a name: the name itself, or a digest where a store could not keep it. */
export function nameId(name: string): string {
  return PLAIN.test(name) ? name : `name-${digest(name).slice(0, 32)}`
}
