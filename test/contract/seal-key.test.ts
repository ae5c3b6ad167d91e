import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../repositories/repository.ts'
import { bundle } from './bundle.ts'

const SIGNERS = 3
const KEYS = 100

it('is one key for all, though several processes seal for the first time at once', async () => {
  const script = await bundle('signer.mts')
  const folder = temporaryFolder()
  const signers = Array.from({ length: SIGNERS }, () => {
    const child = spawn(process.execPath, [script.file, folder, String(KEYS)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
  })
  for (const { lines } of signers) expect((await lines.next()).value).toBe('ready')
  for (const { child } of signers) child.stdin.write('go\n')
  for (let key = 0; key < KEYS; key++) {
    const signatures = await Promise.all(signers.map(async ({ lines }) => (await lines.next()).value))
    expect(new Set(signatures).size).toBe(1)
  }
  await script.remove()
})
