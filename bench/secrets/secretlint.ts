import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MARK, type Redactor } from './score.ts'

interface SecretLint {
  lintSource(given: object): Promise<{ messages: readonly { readonly range: readonly [number, number] }[] }>
}

/** secretlint's recommended rules, if installed in the given folder; they are not our dependency. */
export async function secretlint(folder: string): Promise<{ redactor: Redactor; loadMs: number }> {
  const start = performance.now()
  const load = async (name: string) => {
    const require = createRequire(join(folder, 'package.json'))
    return import(pathToFileURL(require.resolve(name)).href) as Promise<unknown>
  }
  const { lintSource } = (await load('@secretlint/core')) as SecretLint
  const { creator } = (await load('@secretlint/secretlint-rule-preset-recommend')) as { creator: unknown }
  const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }]
  const redactor: Redactor = async (content) => {
    const source = { content, filePath: 'session.txt', ext: '.txt', contentType: 'text' }
    const { messages } = await lintSource({ source, options: { config: { rules } } })
    return replaced(
      content,
      messages.map(({ range }) => range),
    )
  }
  await redactor('warm')
  return { redactor, loadMs: performance.now() - start }
}

/** Replaces from the end, so that earlier positions stay valid. */
function replaced(text: string, ranges: readonly (readonly [number, number])[]): string {
  let clean = text
  for (const [start, end] of [...ranges].sort((a, b) => b[0] - a[0]))
    clean = `${clean.slice(0, start)}${MARK}secretlint]${clean.slice(end)}`
  return clean
}
