import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface CorpusPackage {
  readonly name: string
  readonly version: string
  readonly licence: string
}

const ALLOWED = new Set(['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MPL-2.0'])

/** Unpacks `name@version` below the work folder, once, and returns the folder. A licence outside the list is an error. */
export function fetchPackage(wanted: CorpusPackage, work: string): string {
  const folder = join(work, 'packages', `${wanted.name.replaceAll('/', '__')}@${wanted.version}`)
  if (!existsSync(folder)) unpack(wanted, folder)
  checkLicence(wanted, folder)
  return folder
}

function unpack(wanted: CorpusPackage, folder: string): void {
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  execFileSync('npm', ['pack', '--silent', `${wanted.name}@${wanted.version}`], {
    cwd: partial,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const tarball = readdirSync(partial).find((file) => file.endsWith('.tgz'))!
  execFileSync('tar', ['xzf', tarball, '--strip-components=1'], { cwd: partial })
  rmSync(join(partial, tarball))
  renameSync(partial, folder)
}

function checkLicence(wanted: CorpusPackage, folder: string): void {
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license?: string }
  if (license !== wanted.licence || !license.split(' OR ').some((one) => ALLOWED.has(one)))
    throw new Error(`${wanted.name}@${wanted.version} has licence ${license}, the list says ${wanted.licence}`)
}
