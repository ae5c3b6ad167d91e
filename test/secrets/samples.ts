/** One or more made-up secrets for every rule, put together at run time so that no literal here looks like one. */

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGIT = '0123456789'
const UPPER = LOWER.toUpperCase()
const HEX = `${DIGIT}abcdef`
const WORD = UPPER + LOWER + DIGIT

let seed = 7
/** The next n characters of a fixed pseudo-random sequence, with a digit in the first place. */
function chars(n: number, alphabet = WORD): string {
  const next = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  const first = alphabet.includes('7') ? '7' : alphabet[0]!
  return first + Array.from({ length: n - 1 }, () => alphabet[Math.floor(next() * alphabet.length)]).join('')
}

interface Sample {
  readonly kind: string
  readonly secret: string
  readonly text: string
}

/** A secret of several parts that stands in a sentence. */
const token = (kind: string, ...parts: string[]): Sample => {
  const secret = parts.join('')
  return { kind, secret, text: `see ${secret} in the log` }
}
/** A secret that only its surroundings give away. */
const inside = (kind: string, before: string, secret: string, after = ''): Sample => ({
  kind,
  secret,
  text: before + secret + after,
})

const jwtPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const pem = (edge: string, name = 'RSA ') => `-----${edge} ${name}PRIV${'ATE KEY'}-----`
const body = Array.from({ length: 4 }, () => chars(64)).join('\n')

export const SECRETS: readonly Sample[] = [
  token('aws-access-key', 'AK', 'IA', chars(16, UPPER + DIGIT)),
  token('aws-access-key', 'AS', 'IA', chars(16, UPPER + DIGIT)),
  inside('aws-secret-key', 'aws_secret_access_key = ', chars(40)),
  inside('aws-session-token', '"SessionToken": "', chars(120), '"'),
  token('aws-bedrock-key', 'AB', 'SK', chars(110)),
  token('google-api-key', 'AI', 'za', chars(35)),
  token('google-oauth-secret', 'GOC', 'SPX-', chars(28)),
  token('google-oauth-token', 'ya', '29.', chars(60)),
  token('google-refresh-token', '1/', '/0', chars(60)),
  inside('azure-storage-key', 'AccountName=x;AccountKey=', `${chars(86)}==`),
  inside('azure-sas-signature', 'https://x.example/c?sv=1&sig=', chars(44)),
  token('azure-client-secret', 'aB3', '8Q', '~', chars(34)),
  token('digitalocean-token', 'dop', '_v1_', chars(64, HEX)),
  token('heroku-key', 'HR', 'KU-', chars(40)),
  token('cloudflare-key', 'v1.', '0-', chars(24, HEX), '-', chars(146, HEX)),
  token('flyio-token', 'fm', '2_', chars(80)),
  token('supabase-key', 'sb', 'p_', chars(40, HEX)),
  token('planetscale-token', 'psc', 'ale_tkn_', chars(40)),
  token('databricks-token', 'da', 'pi', chars(32, HEX)),
  token('doppler-token', 'dp', '.st.', chars(43)),
  token('vault-token', 'hv', 's.', chars(40)),
  token('terraform-token', chars(14), '.atlas', 'v1.', chars(64)),
  token('pulumi-token', 'pu', 'l-', chars(40, HEX)),
  token('tailscale-key', 'ts', 'key-auth-', chars(30)),
  token('github-token', 'gh', 'p_', chars(36)),
  ...['o', 'u', 's', 'r'].map((letter) => token('github-token', 'gh', letter, '_', chars(36))),
  token('github-fine-grained-token', 'github', '_pat_', chars(82)),
  ...['pat', 'dt', 'rt', 'cbt', 'ptt', 'agent'].map((name) =>
    token('gitlab-token', 'gl', name, '-', chars(20)),
  ),
  token('gitlab-runner-token', 'GR13', '48941', chars(20)),
  token('npm-token', 'np', 'm_', chars(36)),
  inside('npmrc-auth', '//registry.example/:_authToken=', chars(24)),
  inside('npmrc-auth', '_auth = ', Buffer.from('joe:tr0ub4dor').toString('base64')),
  token('pypi-token', 'py', 'pi-', chars(120)),
  token('rubygems-key', 'ruby', 'gems_', chars(48, HEX)),
  token('nuget-key', 'oy', '2', chars(43, LOWER + DIGIT)),
  token('crates-token', 'ci', 'o', chars(32)),
  token('docker-token', 'dckr', '_pat_', chars(27)),
  token('circleci-token', 'CCI', 'PAT_', chars(40)),
  token('buildkite-token', 'bk', 'ua_', chars(40, LOWER + DIGIT)),
  token('sourcegraph-token', 'sg', 'p_', chars(40, HEX)),
  token('anthropic-key', 'sk-', 'ant-', 'api03-', chars(95)),
  token('openrouter-key', 'sk-', 'or-v1-', chars(64, HEX)),
  token('openai-key', 'sk-', 'proj-', chars(64)),
  token('openai-key', 'sk', '-', chars(48)),
  token('huggingface-token', 'h', 'f_', chars(34)),
  token('groq-key', 'gs', 'k_', chars(52)),
  token('xai-key', 'xa', 'i-', chars(80)),
  token('perplexity-key', 'pp', 'lx-', chars(48)),
  token('replicate-token', 'r', '8_', chars(37)),
  token('langsmith-key', 'ls', 'v2_pt_', chars(32, HEX), '_', chars(10, HEX)),
  ...['b', 'p', 'a', 's', 'r'].map((letter) =>
    token('slack-token', 'xo', 'x', letter, '-', chars(12, DIGIT), '-', chars(24)),
  ),
  token(
    'slack-app-token',
    'xa',
    'pp-1-',
    chars(11, UPPER + DIGIT),
    '-',
    chars(13, DIGIT),
    '-',
    chars(40, HEX),
  ),
  inside(
    'slack-webhook',
    'https://hooks.slack.com/',
    ['services/T', chars(8), '/B', chars(8), '/', chars(24)].join(''),
  ),
  inside('discord-webhook', 'https://discord.com/api/webhooks/', `${chars(18, DIGIT)}/${chars(68)}`),
  inside('discord-token', 'discord ', ['M', chars(23), '.', chars(6), '.', chars(30)].join('')),
  inside('teams-webhook', 'https://x.webhook.office.com/', `webhookb2/${chars(36, HEX)}@${chars(36, HEX)}`),
  token('telegram-token', chars(9, DIGIT), ':A', 'A', chars(33)),
  token('twilio-key', 'S', 'K', chars(32, HEX)),
  token('twilio-account', 'A', 'C', chars(32, HEX)),
  token('sendgrid-key', 'S', 'G.', chars(22), '.', chars(43)),
  token('mailgun-key', 'ke', 'y-', chars(32, HEX)),
  token('mailchimp-key', chars(32, HEX), '-u', 's12'),
  token('brevo-key', 'xkey', 'sib-', chars(64, HEX), '-', chars(16)),
  token('stripe-key', 'sk', '_live_', chars(24)),
  token('stripe-key', 'rk', '_test_', chars(24)),
  token('stripe-webhook-secret', 'wh', 'sec_', chars(32)),
  token('square-token', 'sq', '0atp-', chars(22)),
  token('shopify-token', 'sh', 'pat_', chars(32, HEX)),
  token('atlassian-token', 'ATA', 'TT3', chars(180)),
  token('linear-key', 'lin', '_api_', chars(40)),
  token('notion-token', 'nt', 'n_', chars(46)),
  token('figma-token', 'fi', 'gd_', chars(40)),
  token('airtable-token', 'pa', 't', chars(14), '.', chars(64, HEX)),
  token('postman-key', 'PM', 'AK-', chars(24, HEX), '-', chars(34, HEX)),
  token('newrelic-key', 'NR', 'AK-', chars(27, UPPER + DIGIT)),
  token('grafana-token', 'gl', 'sa_', chars(32), '_', chars(8, HEX)),
  token('sentry-token', 'snt', 'ryu_', chars(64, HEX)),
  token('dynatrace-token', 'dt0', 'c01.', chars(24, UPPER + DIGIT), '.', chars(64, UPPER + DIGIT)),
  token('age-key', 'AGE-SEC', 'RET-KEY-1', chars(58, UPPER + DIGIT)),
  token('onepassword-token', 'op', 's_ey', 'J', chars(120)),
  token(
    'jwt',
    jwtPart({ alg: 'HS256', typ: 'JWT' }),
    '.',
    jwtPart({ sub: '1234567890', n: 'J' }),
    '.',
    chars(43),
  ),
  token('jwt', jwtPart({ alg: 'none', typ: 'JWT' }), '.', jwtPart({ sub: '1234567890' }), '.'),
  inside('database-url', 'postgres://app:', chars(12), '@db/app'),
  inside('database-url', 'mongodb+srv://app:', `p@${chars(9)}`, '@c0.example.net/app'),
  inside('basic-auth-url', 'https://joe:', chars(12), '@git.example.com/x.git'),
  inside('url-token', 'https://', chars(32), '@git.example.com/x.git'),
  inside('authorization-header', 'Authorization: Basic ', Buffer.from('user:pass').toString('base64')),
  inside('authorization-header', `-H "Authorization: Bearer `, chars(20), '"'),
  inside('authorization-header', String.raw`{\"authorization\": \"`, chars(20), String.raw`\"}`),
  inside('bearer-token', 'sent bearer ', chars(24)),
  inside('curl-password', 'curl -s -u joe:', chars(9), ' https://example.com'),
  inside('assigned-secret', 'password = "', `hunter${2}`, '"'),
  inside('assigned-secret', "dbPassword: '", chars(9), "',"),
  inside('assigned-secret', 'JWT_SECRET=', chars(14)),
  inside('assigned-secret', 'JWT_SECRET=', `supersecret${123}`),
  inside('assigned-secret', 'secret: ', chars(16, LOWER + DIGIT)),
  inside('assigned-secret', 'https://x.example/?token=', chars(20), '&a=b'),
  inside('assigned-secret', 'mysqldump --password ', chars(9), ' app'),
  inside('assigned-secret', String.raw`{\"api_key\": \"`, chars(16), String.raw`\"}`),
  inside('private-key', 'key:\n', [pem('BEGIN'), body, pem('END')].join('\n'), '\ndone'),
  inside(
    'private-key',
    'key: "',
    [pem('BEGIN', ''), body.replaceAll('\n', '\\n'), pem('END', '')].join('\\n'),
    '"',
  ),
  inside('private-key', 'cut off: ', [pem('BEGIN', 'OPENSSH '), body].join('\n'), '\nand then some words'),
  inside('private-key', 'no head:\n', [body, pem('END', 'EC ')].join('\n'), '\nand then some words'),
  token('random-token', chars(48)),
  token('random-token', chars(20), '/', chars(19), '='),
  token('internal-host', 'db.prod', '.internal'),
  token('internal-host', 'build01', '.corp'),
  inside('internal-host', 'https://', 'wiki.internal', '/page'),
  inside('internal-host', 'http://', 'printer.local', ':631'),
  token('internal-host', 'redis-0.redis.default', '.svc.cluster.local'),
  ...['10.1.2.3', '172.16.9.1', '192.168.7.44', '169.254.1.9', '100.64.3.2'].map((ip) =>
    token('private-ipv4', ip),
  ),
  ...['fd12:3456:789a::1', 'fe80::1ff:fe23:4567:890a%eth0'].map((ip) => token('private-ipv6', ip)),
  token('cloud-host', 'orders.c9akciq32.eu-west-1', '.rds.amazonaws.com'),
  token('cloud-host', 'acme-prod.database', '.windows.net'),
]
