import { entropy, meanWordLength } from './entropy.ts'
import { isPlaceholder } from './placeholder.ts'

/** What a `Cookie` or `Set-Cookie` header holds, and what `curl -b` sends. */
const COOKIES =
  /(?:\bcookie\\{0,3}["']?\s{0,2}[:=]\s{0,2}\\{0,3}["'`]?|\bcurl\b[^\n]{0,300}?\s(?:-b|--cookie)[ =]{1,2}["']?)(?<cookies>[^\r\n"'`\\]{8,8192})/dgi
const PAIR = /(?:^|;\s{0,4})(?<name>[\w.$!~-]{1,128})=(?<value>[^\s;,]{8,4096})/dg
/** Names of cookies that let somebody in however short they are. */
const SESSION = /sess|sid|auth|token|csrf|xsrf|jwt|remember/i
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|httponly|secure|priority|partitioned)$/i

/** Where cookies stand that let their bearer in, each as [start, end): long values that are not made of words. */
export function cookieRanges(text: string): [number, number][] {
  return [...text.matchAll(COOKIES)].flatMap((header) => {
    const [start] = header.indices!.groups!.cookies!
    return [...header.groups!.cookies!.matchAll(PAIR)]
      .filter(({ groups }) => !ATTRIBUTE.test(groups!.name!) && isSecretCookie(groups!.name!, groups!.value!))
      .map((pair): [number, number] => {
        const [from, to] = pair.indices!.groups!.value!
        return [start + from, start + to]
      })
  })
}

function isSecretCookie(name: string, value: string): boolean {
  return (
    (value.length >= 12 || SESSION.test(name)) &&
    !isPlaceholder(value) &&
    /[0-9]/.test(value) &&
    /[a-z]/i.test(value) &&
    (meanWordLength(value) < 3.6 || /^[a-z0-9]{24,}$/i.test(value)) &&
    entropy(value) >= 2.8
  )
}
