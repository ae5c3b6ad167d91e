import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** A Chromium to test with: the one that CHROMIUM_PATH names, the one that comes with our packages, or one of the system. */
export async function findChromium(): Promise<{ path: string } | { missing: string }> {
  const given = process.env.CHROMIUM_PATH
  if (given)
    return existsSync(given) ? { path: given } : { missing: `CHROMIUM_PATH names ${given}, which is not there` }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: chromium } = await import('@sparticuz/chromium')
    return { path: await chromium.executablePath() }
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path))
  return found === undefined
    ? {
        missing: `no Chromium is on the path, and none comes for ${process.platform} ${process.arch}; CHROMIUM_PATH can name one`,
      }
    : { path: found }
}

/** Quiet, without a display, and without a sandbox, which root cannot have. */
export const LAUNCH_ARGUMENTS = ['--no-sandbox', '--headless=shell', '--disable-gpu', '--font-render-hinting=none']
