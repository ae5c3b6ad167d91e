import { isUnder, type PathSegments, type Place, segmentsOf } from './path-segments.ts'
import type { Alias } from './predicted-output.ts'
import type { ShellStep } from './shell-steps.ts'

/** A quick test: a literal path without any of these is not in the table of credentials. */
export const CREDENTIAL_SIGN =
  /(?:^|[^\w.])\.[a-z0-9_]|library|appdata|id_(?:rsa|dsa|ec|ed)|ssh_host|secrets|credential|kubernetes|k3s|containers|gcloud|netrc|shadow|kdb|keychain|keyring|kwallet|opvault|ovpn|keytab|wireguard|openvpn|networkmanager|wpa_|chrom|brave|edge|vivaldi|opera|arc|firefox|safari|snap|login data|logins\.json|key[34]\.db|cookies|wallet|_auth|authtoken|169\.254|metadata\.google|seal-key|mettle|\.(?:pem|key|p12|pfx|ppk|jks|keystore|env)|[*?[{\uFFFC]/i

/** Programs that print credentials without naming a file. */
const PRINTERS =
  /^(?:security|secret-tool|keyring|pass|op|bw|gcloud|az|aws|kubectl|docker-credential-\S+|gh|glab|git|git-credential-\S+|gpg2?|vault|heroku|fly|flyctl|gopass|lpass|keepassxc-cli|nmcli|wg|oc|databricks|firebase|rails)$/

/** A home folder, a folder above it, or the way there. */
const ABOVE = /(?:^|[\s=:@])(?:~|\.\.|\/(?:home|root|users)?\/?(?=\s|$))/i

/** Most steps are nowhere near credentials; those rules are loaded only for a step that may be. */
export function mayReadCredentials(step: ShellStep): boolean {
  const { program, args, cwd, folders, redirects, input = '', feeder } = step
  if (PRINTERS.test(program)) return true
  const texts = [cwd.join('/'), ...folders.map((folder) => folder.join('/')), ...redirects.map(({ text }) => text)]
  const text = [...texts, ...args, ...(feeder?.args ?? []), input].join(' ')
  return CREDENTIAL_SIGN.test(text) || ABOVE.test(text)
}

/** The paths that a word may name, from every folder that it may refer to. */
export function pathsOf(
  text: string,
  { cwd, folders, aliases = [] }: Pick<ShellStep, 'cwd' | 'folders' | 'aliases'>,
  place: Place,
): PathSegments[] {
  if (text === '' || text.includes('\n')) return []
  const names = new Set([text])
  // The part after a sign may be a path: `if=a`, `@a`, `host:a`, `-Fa`, `a,b`.
  if (/[=@:,]/.test(text)) for (const part of text.split(/[=@,]|:(?!\/\/)/)) names.add(part)
  if (/^-[A-Za-z][~/.$]/.test(text)) names.add(text.slice(2))
  return [...names].flatMap((name) =>
    name === '' || name.startsWith('-')
      ? []
      : [cwd, ...folders].flatMap((from) => withAliases(segmentsOf(name, from, place), aliases)),
  )
}

/** A path, and the paths that it stands for because the command moved or mounted them there. */
function withAliases(path: PathSegments, aliases: readonly Alias[]): PathSegments[] {
  const known = aliases.filter(({ at }) => isUnder(path, at))
  return [path, ...known.map(({ at, is }) => [...is, ...path.slice(at.length)])]
}
