import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'
import { runCli } from '../front-doors/run-cli.ts'
import { run } from '../package/packed.ts'
import { compiledCli } from '../servers/cli-from-source.ts'

describe('the documentation as a site', () => {
  // The build itself fails on a link that leads nowhere.
  beforeAll(() => run(process.execPath, [join(ROOT, 'scripts', 'docs-site.mjs')], { cwd: ROOT }), 240_000)

  it('has a page for every Markdown file, and its own search', async () => {
    const { stdout } = await runCli(['docs', '--json'])
    const names: string[] = JSON.parse(stdout).items.map(({ id }: { id: string }) => id)
    expect(names).toContain('how-to/rules')
    for (const name of names) {
      const file = name.replace(/README$/, 'index')
      expect(readFileSync(join(ROOT, 'dist', 'site', `${file}.html`), 'utf8')).toContain('</html>')
    }
    expect(readFileSync(join(ROOT, 'dist', 'site', 'hashmap.json'), 'utf8')).toContain('how-to_rules.md')
  })

  it('loads nothing from elsewhere', () => {
    const page = readFileSync(join(ROOT, 'dist', 'site', 'tutorial.html'), 'utf8')
    expect([...page.matchAll(/(?:src|href)="(https?:[^"]+)"/g)].map(([, link]) => link)).toEqual([])
  })

  it('is served by mettle docs on this machine alone', async () => {
    const child = spawn(process.execPath, [compiledCli(), 'docs', '--no-open'], { cwd: ROOT, stdio: 'pipe' })
    try {
      const [link] = (await once(createInterface(child.stdout), 'line')) as [string]
      expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
      expect(await (await fetch(link)).text()).toContain('The learning loop for AI coding agents')
      expect(await (await fetch(`${link}how-to/rules.html`)).text()).toContain('mettle rule add')
      expect((await fetch(`${link}../package.json`)).status).toBe(404)
    } finally {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
  })
})

describe('mettle docs PAGE', () => {
  it('prints a page by its name, its path or the end of its path', async () => {
    for (const name of ['how-to/rules', 'rules', 'docs/how-to/rules.md'])
      expect((await runCli(['docs', name])).stdout).toBe(readFileSync(join(ROOT, 'docs', 'how-to', 'rules.md'), 'utf8'))
  })

  it('names a page that is like the one asked for', async () => {
    expect(await runCli(['docs', 'tutorail'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("There is no page 'tutorail'. Did you mean 'tutorial'?"),
    })
  })
})
