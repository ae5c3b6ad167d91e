import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Seal, SealKeeper } from '../loop/seal.ts'
import { createFileAtomically, writeFileAtomically } from './atomic-write.ts'

/** Keeps an Ed25519 key and the last seal of each journal in a folder that only the user can read. */
export function openSealKeeper(folder: string): SealKeeper {
  const key = () => createPrivateKey(readOrMakeKey(folder))
  const sealPath = (journal: string) => join(folder, 'seals', `${journal}.json`)
  return {
    sign: (text) => sign(null, Buffer.from(text), key()).toString('base64'),
    isSigned: (text, signature) =>
      verify(null, Buffer.from(text), createPublicKey(key()), Buffer.from(signature, 'base64')),
    last: (journal) => readSeal(sealPath(journal)),
    keep(seal) {
      mkdirSync(join(folder, 'seals'), { recursive: true, mode: 0o700 })
      writeFileAtomically(sealPath(seal.journal), `${JSON.stringify(seal)}\n`, 0o600)
    },
  }
}

/** Of several who begin at once, one makes the key of all. */
function readOrMakeKey(folder: string): string {
  const path = join(folder, 'seal-key.pem')
  if (existsSync(path)) return readFileSync(path, 'utf8')
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return createFileAtomically(path, pem, 0o600) ? pem : readFileSync(path, 'utf8')
}

function readSeal(path: string): Seal | undefined {
  if (!existsSync(path)) return undefined
  return JSON.parse(readFileSync(path, 'utf8')) as Seal
}
