import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serveDashboard } from '../browser/start-cli.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { type OpenApi, pythonClient } from './python-client.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.skipIf(!hasPython)(`a client in Python${hasPython ? '' : ' (skipped: there is no python3)'}`, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mettle-python-')))
  const where = { cwd: folder, home: join(folder, 'home') }
  let served: Served
  let token = ''
  beforeAll(async () => {
    const setting = { cwd: folder, environment: { METTLE_HOME: where.home }, now: Date.now() }
    await runCli(['init', '--no-clients'], setting)
    const words = ['token', 'create', '--role', 'write', '--name', 'python', '--json']
    token = JSON.parse((await runCli(words, setting)).stdout).token as string
    served = await serveDashboard(where)
    const description = await fetch(`${served.url}/v1/openapi.json`, { headers: { authorization: `Bearer ${token}` } })
    writeFileSync(join(folder, 'mettle_client.py'), pythonClient((await description.json()) as OpenApi))
  }, 120_000)
  afterAll(async () => {
    await served?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The server runs in another process, so waiting for this one does not stop it. */
  function python(script: string): { status: number | null; stdout: string; stderr: string } {
    return spawnSync('python3', ['-c', script], { cwd: folder, encoding: 'utf8' })
  }

  it('is generated from the description and compiles', () => {
    const compiled = python('import py_compile; py_compile.compile("mettle_client.py", doraise=True)')
    expect([compiled.stderr, compiled.status]).toEqual(['', 0])
  })

  it('records, reads pages and is told of problems', () => {
    const { stdout, stderr } = python(`
import json
from mettle_client import Client, Problem
client = Client(${JSON.stringify(served.url)}, ${JSON.stringify(token)})
for number in range(3):
    client.recordError(message="out of order", task="sort-%d" % number, Idempotency_Key="key-%d" % number)
client.recordError(message="out of order", task="sort-2", Idempotency_Key="key-2")
first = client.errors(limit=2)
total, link = client.headers["mettle-total"], client.headers["link"]
second = client.errors(limit=2, cursor=link.split("cursor=")[1].split(">")[0])
try:
    client.rebuild()
except Problem as problem:
    refused = [problem.status, problem.code]
account = client.postLogin(token=client.token)
print(json.dumps({"rows": [len(first), len(second)], "total": total, "refused": refused, "events": client.status()["events"] > 0, "role": account["role"]}))
`)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      rows: [2, 1],
      total: '3',
      refused: [403, 'role'],
      events: true,
      role: 'write',
    })
  })
})
