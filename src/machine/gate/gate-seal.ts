import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../../domain/digest.ts'
import { orElse } from '../../domain/sets.ts'
import { UserError } from '../../domain/user-error.ts'
import { readRegularText, textIfThere } from '../files/regular-file.ts'
import { stateFolder } from '../files/user-folders.ts'
import type { Workspace } from '../files/workspace.ts'

/** The files with people's valid answers, the active overlays, and the last accepted policy. */
export const ANSWERS = 'answers.json'
export const OVERLAYS = 'overlays.json'
export const ACCEPTED = 'accepted-policy.json'

/** Where a project's gate stores its data: near, where its hooks read, and far, outside every project, beside the key of seals. */
export interface GatePlace {
  readonly near: string
  readonly far: string
  readonly key: string
}

export function gatePlace(
  { home, hooks }: Pick<Workspace, 'home' | 'hooks'>,
  environment: Readonly<Record<string, string | undefined>>,
): GatePlace {
  const state = stateFolder(environment)
  return { near: hooks, far: join(state, 'gates', nameOf(home)), key: join(state, 'seal-key.pem') }
}

/** A name for a folder that need not be unpredictable: its own name and FNV-1a of the whole path, which costs a hook less than SHA-256. */
function nameOf(home: string): string {
  let [high, low] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < home.length; at += 1) {
    high = Math.imul(high ^ home.charCodeAt(at), 0x01000193) >>> 0
    low = Math.imul(low ^ home.charCodeAt(home.length - 1 - at), 0x01000193) >>> 0
  }
  const project = home.split(/[/\\]/).at(-2) ?? ''
  return `${project.replace(/[^\w.-]/g, '_').slice(0, 40)}-${high.toString(16)}${low.toString(16)}`
}

interface Sealed {
  readonly v: number
  /** Increases with every change, so that an older text is recognised. */
  readonly serial: number
  readonly body: string
  readonly mac: string
}

/** A text with a code that only the holder of the seal key can compute: `HMAC-SHA256(key, name, place, serial, body)`. */
export function sealed(place: GatePlace, name: string, { serial, body }: { serial: number; body: string }) {
  const mac = macOf(place, name, serial, body)
  return `${JSON.stringify({ v: 2, serial, body, mac } satisfies Sealed)}\n`
}

/** The sealed content; undefined if it was altered or belongs to another project, or the key is gone. */
export function unsealed(place: GatePlace, name: string, text: string) {
  try {
    const { v, serial, body, mac } = JSON.parse(text) as Sealed
    if (v !== 2 || !Number.isInteger(serial) || typeof body !== 'string') return undefined
    return mac === macOf(place, name, serial, body) ? { serial, body } : undefined
  } catch {
    return undefined
  }
}

/** The text stored under a name; undefined if there never was one. Throws unless both copies exist, are equal and are sealed for this project: otherwise one was deleted, altered or replaced by an earlier one. */
export function readKept(place: GatePlace, name: string): string | undefined {
  const [near, far] = copies(place, name)
  if (near === undefined && far === undefined && !isKept(place, name)) return undefined
  const found = near === undefined || near !== far ? undefined : unsealed(place, name, near)
  if (found === undefined) throw notTheLast(place, name)
  return found.body
}

/** Whether a text is or was stored under a name, in either place: the marks stay when both copies are deleted. */
export function isKept(place: GatePlace, name: string): boolean {
  const paths = [join(place.near, name), join(place.far, name), ...marksOf(place, name)]
  return paths.some((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined)
}

/** Empty folders that say that a text was kept under a name. */
export function marksOf({ near, far }: GatePlace, name: string): string[] {
  return [near, far].map((folder) => join(folder, `${name}.kept`))
}

/** The later of both copies if readable, sealed or not: good enough to tighten by, never to loosen by. */
export function lastOf(place: GatePlace, name: string) {
  const found = copies(place, name).flatMap((text) => {
    try {
      const { serial, body } = JSON.parse(text ?? '') as Sealed
      return Number.isInteger(serial) && typeof body === 'string' ? [{ serial, body }] : []
    } catch {
      return []
    }
  })
  return found.sort((a, b) => b.serial - a.serial)[0]
}

/** Treats a link, pipe or folder as damage: it might lead anywhere, or never end. */
export function copies({ near, far }: GatePlace, name: string): [string | undefined, string | undefined] {
  const [one, other] = [near, far].map((folder) => {
    return orElse(() => textIfThere(join(folder, name), { noFollow: true }), '')
  })
  return [one, other]
}

export function notTheLast({ near }: GatePlace, name: string): UserError {
  return new UserError(
    'gate-file',
    `${join(near, name)} is missing, damaged or outdated.`,
    'The next command that opens the journal writes it again: mettle status',
  )
}

function macOf({ key, far }: GatePlace, name: string, serial: number, body: string): string {
  return hmac(readRegularText(key), [name, far, serial, body].join('\n'))
}

const BLOCK = 64

/** HMAC-SHA256 as RFC 2104 gives it, in hex, from the hash that hooks have. A key is hashed first, for it is longer than a block. */
export function hmac(key: string, message: string): string {
  const bytes = Buffer.alloc(BLOCK)
  bytes.write(digest(key), 'hex')
  const padded = (byte: number) => bytes.map((one) => one ^ byte)
  const inner = createHash('sha256')
    .update(Buffer.from(padded(0x36)).toString('hex'), 'hex')
    .update(message, 'utf8')
    .digest('hex')
  return createHash('sha256')
    .update(Buffer.from(padded(0x5c)).toString('hex'), 'hex')
    .update(inner, 'hex')
    .digest('hex')
}
