/**
 * Lines as they stand in agents' sessions, with a secret in each, written by the author of the rules before they were tuned. The secrets are put together at run time, so
 * that no literal here looks like one.
 */

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
let seed = 41
function random(n: number, alphabet = LETTERS): string {
  const next = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return alphabet[Math.floor((seed / 2147483648) * alphabet.length)]
  }
  return Array.from({ length: n }, next).join('')
}
const hex = (n: number) => random(n, '0123456789abcdef')
const base64 = (n: number) => random(n, `${LETTERS}+/`)

/** Passwords as people choose them: short ones, words with a digit, signs, and one that is only a word. */
const SHORT = ['tr0', 'ub4'].join('')
const WORD = ['sword', 'fish'].join('')
const MIXED = ['Hunter', '2', '!'].join('')
const LONG = ['c0rrect', 'horse', 'battery'].join('-')

/** A line, where `@` stands for the secret. */
const line = (text: string, secret: string) => ({ text: text.replace('@', secret), secret })

export const SESSION_LINES: readonly { readonly text: string; readonly secret: string }[] = [
  line('$ docker login -u ann -p @ registry.example.com', MIXED),
  line('docker login --username ann --password @', SHORT),
  line('echo @ | docker login -u ann --password-stdin', `dckr_${'pat'}_${random(27)}`),
  line("sshpass -p '@' ssh deploy@build-7", MIXED),
  line('sshpass -p@ scp dump.sql ann@host:', SHORT),
  line('mysql -u root -p@ shop < schema.sql', MIXED),
  line('mysqldump --user=root --password=@ shop > dump.sql', WORD),
  line('PGPASSWORD=@ psql -h db -U app -c "select 1"', WORD),
  line('export PGPASSWORD="@"', LONG),
  line('machine api.example.com login ann password @', SHORT),
  line('machine git.example.com\n  login ann\n  password @', WORD),
  line('    "auth": "@"', Buffer.from(`ann:${random(14)}`).toString('base64')),
  line('Set-Cookie: session=@; Path=/; HttpOnly; Secure', hex(40)),
  line('Cookie: theme=dark; connect.sid=s%3A@', `${random(32)}.${random(43)}`),
  line("curl -b 'sessionid=@' https://shop.example.com/admin", random(32).toLowerCase()),
  line('admin:@', ['$ap', 'r1$', random(8), '$', random(22)].join('')),
  line('ann:@', ['$2', 'y$12$', random(53)].join('')),
  line('root:@:19000:0:99999:7:::', ['$', '6$', random(16), '$', random(86)].join('')),
  line('postgres: @', ['$ar', 'gon2id$v=19$m=65536,t=3,p=4$', random(22), '$', random(43)].join('')),
  line('> Authorization: Bearer @', random(40)),
  line('-H "Authorization: Basic @"', Buffer.from(`ann:${MIXED}`).toString('base64')),
  line("fetch(url, { headers: { 'X-Api-Key': '@' } })", hex(32)),
  line('curl -u ann:@ https://api.example.com/v1/me', MIXED),
  line('curl --user "ann:@" -X POST https://ci.example.com/job/deploy/build', WORD),
  line('wget --http-user=ann --http-password=@ https://files.example.com/a.tgz', SHORT),
  line('{"user": "ann", "pass": "@"}', WORD),
  line('{"username":"ann","password":"@"}', SHORT),
  line('  password: @', SHORT),
  line('    password: @', WORD),
  line('The admin password is @, please log in with it.', MIXED),
  line('IRC_PASS=@', WORD),
  line('SMTP_PASS=@', SHORT),
  line('redis-cli -h cache -a @ ping', MIXED),
  line('redis://default:@@cache.example.com:6379/0', random(16)),
  line('Server=db;Database=shop;User Id=sa;Password=@;Encrypt=true', MIXED),
  line('DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=@', `${base64(86)}==`),
  line('mongodb+srv://app:@@cluster0.example.net/shop?retryWrites=true', WORD),
  line('    client-key-data: @', base64(200)),
  line('    token: @', `ey${'J'}hbGciOiJSUzI1NiJ9.ey${'J'}pc3MiOiJrOHMifQ.${random(60)}`),
  line(`key: "-----BEGIN PRIV${'ATE'} KEY-----\\n@\\n-----END PRIV${'ATE'} KEY-----\\n"`, base64(64)),
  line('SLACK_WEBHOOK=https://hooks.slack.com/services/@', `T${random(9)}/B${random(9)}/${random(24)}`),
  line('curl https://api.telegram.org/bot@/getMe', `${random(9, '123456789')}:AA${random(33)}`),
  line('https://discord.com/api/webhooks/@', `${random(18, '123456789')}/${random(68)}`),
  line("define('DB_PASSWORD', '@');", WORD),
  line("define('AUTH_KEY', '@');", `${random(20)} >${random(10)}|${random(12)}{${random(16)}`),
  line('RAILS_MASTER_KEY=@', hex(32)),
  line('secret_key_base: @', hex(128)),
  line('<Pass encoding="base64">@</Pass>', Buffer.from(random(16)).toString('base64')),
  line('{ "protocol": "sftp", "host": "example.com", "password": "@" }', WORD),
  line('db.example.com:5432:shop:app:@', WORD),
  line('//registry.npmjs.org/:_authToken=@', `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`),
  line('[pypi]\nusername = ann\npassword = @', WORD),
  line('db_password = "@"', LONG),
  line('TF_VAR_db_password=@ terraform apply', MIXED),
  line("ALTER USER app WITH PASSWORD '@';", MIXED),
  line("GRANT ALL ON shop.* TO app IDENTIFIED BY '@';", SHORT),
  line('openssl pkcs12 -export -passout pass:@ -in cert.pem', SHORT),
  line('ansible-playbook site.yml -e "ansible_become_pass=@"', WORD),
  line('kubectl create secret generic db --from-literal=password=@', MIXED),
  line('aws configure set aws_secret_access_key @', base64(40)),
]
