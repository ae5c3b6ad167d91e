import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../../domain/user-error.ts'
import type { Seal, SealKeeper } from '../../loop/journal/seal.ts'
import { createFileAtomically, writeFileAtomically } from '../files/atomic-write.ts'
import { makePrivateFolder } from '../files/private-files.ts'

/** Keeps an Ed25519 key and the last seal of each journal in a folder that only the user can read. */
export function openSealKeeper(folder: string): SealKeeper {
  const key = () => readOrMakeKey(folder)
  const sealPath = (journal: string) => join(folder, 'seals', `${journal}.json`)
  return {
    sign: (text) => sign(null, Buffer.from(text), key()).toString('base64'),
    isSigned: (text, signature) =>
      verify(null, Buffer.from(text), createPublicKey(key()), Buffer.from(signature, 'base64')),
    last: (journal) => readSeal(sealPath(journal)),
    remove: (journal) => rmSync(sealPath(journal), { force: true }),
    keep(seal) {
      makePrivateFolder(join(folder, 'seals'))
      writeFileAtomically(sealPath(seal.journal), `${JSON.stringify(seal)}\n`)
    },
  }
}

/** Creates the key if missing. Of several simultaneous processes, one creates the key for all. */
export function sealKey(path: string): void {
  if (!existsSync(path)) makeKey(path)
}

/** The key as it is stored, from which keys for other purposes are derived. */
export function sealKeyText(folder: string): string {
  return readFileSync(keyFile(folder), 'utf8')
}

function keyFile(folder: string): string {
  const path = join(folder, 'seal-key.pem')
  sealKey(path)
  return path
}

function readOrMakeKey(folder: string): KeyObject {
  const path = keyFile(folder)
  try {
    return createPrivateKey(readFileSync(path, 'utf8'))
  } catch (cause) {
    const seals = join(folder, 'seals')
    throw damaged(path, `Bring it back, or start again with the next \`mettle learn\`: rm -r ${path} ${seals}`, cause)
  }
}

function makeKey(path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519')
  makePrivateFolder(dirname(path))
  createFileAtomically(path, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
}

function readSeal(path: string): Seal | undefined {
  if (!existsSync(path)) return undefined
  try {
    const seal = JSON.parse(readFileSync(path, 'utf8')) as Seal
    if (typeof seal.signature === 'string') return seal
    throw new TypeError('no signature')
  } catch (cause) {
    throw damaged(path, `Bring it back, or seal again with the next \`mettle learn\`: rm ${path}`, cause)
  }
}

function damaged(path: string, hint: string, cause: unknown): UserError {
  return new UserError('seal', `${path} cannot be read.`, hint, { cause })
}
