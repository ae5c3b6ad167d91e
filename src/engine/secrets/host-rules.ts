import type { SecretRule } from './redact-rules.ts'

/** First words of code names that end like a host: `this.state.internal`, `com.acme.internal`. */
const CODE_NAME =
  /^(?:this|self|super|module|modules|config|settings|options|state|props|params|ctx|context|req|res|request|response|app|node|process|window|document|global|store|data|env|java|javax|jdk|sun|com|org|net|io|dev|android|kotlin|scala|react|vue|angular|vite|webpack|tsconfig|package|appsettings|application|docker-compose|compose)[.-]/

const notCode = (host: string) => !CODE_NAME.test(host)
const isHost = (host: string) =>
  notCode(host) && (/[0-9-]|\.(?:corp|intranet|lan)$/.test(host) || NETWORK_WORD.test(host))

/** Words in the names of machines and networks rather than of object fields. */
const NETWORK_WORD =
  /(?:^|[.-])(?:db|database|prod|production|staging|stage|dev|test|qa|api|svc|cluster|vpn|mail|smtp|ldap|vault|corp|redis|kafka|postgres|mysql|mongo|jenkins|gitlab|git|grafana|build|ci|web|www|cdn|proxy|gateway|auth|sso|intranet|office|[a-z]{2}-[a-z]+-[0-9])[.-]/

/** Any host name under a suffix that never resolves in public; for text in which a URL or an address shows that it is a host. */
const SUFFIX = '(?:internal|corp|local|lan|intranet|localdomain|home\\.arpa)'
const LABEL = '[a-z0-9][a-z0-9-]{0,62}'
const END_OF_HOST = '(?![\\w-]|\\.[A-Za-z0-9]|\\s{0,2}[=(\\[])'

/**
 * The four kinds of host that place a reader inside somebody's network: names under private suffixes, private and link-local IPv4, private and link-local IPv6, and managed
 * endpoints that name one account's own machine.
 *
 * `localhost`, loopback, the unspecified address, the metadata address 169.254.169.254 and the private ranges themselves (10.0.0.0/8) say nothing about anybody and stay. A name
 * without a scheme counts as a host only if it cannot be code: a hyphen, a number or a word such as `prod` or `db` in a label.
 */
export const HOST_RULES: readonly SecretRule[] = [
  {
    kind: 'internal-host',
    keywords: ['.internal', '.corp', '.local', '.lan', '.intranet', '.home.arpa'],
    pattern: new RegExp(`(?<=(?::\\/\\/|@))(?:${LABEL}\\.){1,6}${SUFFIX}${END_OF_HOST}`, 'dg'),
    accepts: notCode,
  },
  {
    kind: 'internal-host',
    keywords: ['.internal', '.corp', '.local', '.lan', '.intranet', '.home.arpa'],
    pattern: new RegExp(
      `(?<![\\w./@$-])(?:(?:${LABEL}\\.){2,6}${SUFFIX}|(?=[a-z0-9-]{0,62}(?:[a-z]-[a-z0-9]|[a-z]{2}[0-9]))${LABEL}\\.${SUFFIX}|${LABEL}\\.(?:corp|intranet|lan))${END_OF_HOST}`,
      'dg',
    ),
    accepts: isHost,
  },
  {
    kind: 'private-ipv4',
    keywords: ['10.', '172.', '192.168.', '169.254.', '100.'],
    pattern:
      /(?<![\w.-])(?:10\.[0-9]{1,3}|172\.(?:1[6-9]|2[0-9]|3[01])|192\.168|169\.254|100\.(?:6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7]))\.[0-9]{1,3}\.[0-9]{1,3}(?!\w|\.[0-9]|\/(?:8|10|12|16)(?![0-9]))/dg,
    accepts: (host) => host !== '169.254.169.254' && host.split('.').every((part) => Number(part) <= 255),
  },
  {
    kind: 'private-ipv6',
    keywords: ['fc', 'fd', 'fe8', 'fe9', 'fea', 'feb'],
    pattern:
      /(?<![\w:.])(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f])(?::[0-9a-f]{0,4}){2,7}(?:%[a-z0-9]{1,15})?(?![\w:]|\/[0-9])/dgi,
    accepts: (host) => host.includes('::') || host.split(':').length === 8,
  },
  {
    kind: 'cloud-host',
    keywords: ['.amazonaws.com', '.windows.net', '.azure.net', '.cloudapp.azure.com'],
    pattern:
      /(?<![\w.-])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,4}(?:rds|cache|compute|redshift|docdb|es|elb)\.amazonaws\.com|(?<![\w.-])[a-z0-9][a-z0-9-]{0,62}\.(?:(?:database|blob\.core|file\.core|queue\.core|servicebus)\.windows|vault\.azure|(?:[a-z0-9]{3,20}\.)?cloudapp\.azure)\.(?:net|com)/dg,
  },
]
