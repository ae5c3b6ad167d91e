import { isNoPassword } from './placeholder.ts'
import type { SecretRule } from './redact-rules.ts'

/** A value on a command line, up to the next space or quote; not a variable or a placeholder. */
const WORD = `["']?([^\\s"'\`$<-][^\\s"'\`]{2,127})`

const rule = (kind: string, keywords: string, accepts = plausible, flags = 'dgi') => ({
  like: (text: TemplateStringsArray, ...words: string[]): SecretRule => {
    const pattern = new RegExp(String.raw(text, ...words), flags)
    return { kind, keywords: keywords.split('|'), pattern, accepts }
  },
})

const always = () => true

function plausible(secret: string): boolean {
  return !isNoPassword(secret)
}

/** Has a letter, and a digit or a sign that names do not have. */
function isMixed(secret: string): boolean {
  return plausible(secret) && /[a-z]/i.test(secret) && /[0-9!@#$%^&*]/.test(secret.replace(/[.,:;!?)]$/, ''))
}

/** The base64 of `user:password`. */
function isBasicPair(secret: string): boolean {
  return /^[ -9;-~]{1,128}:[ -~]{1,1024}$/.test(Buffer.from(secret, 'base64').toString('latin1'))
}

/** Values with which a program reads its password from somewhere else. */
const ELSEWHERE = /^(?:stdin|env:|file:|fd:|console)/

/** Passwords by their form in commands, files and statements. Bounded quantifiers only, as in the other table. */
export const PASSWORD_RULES: readonly SecretRule[] = [
  // Command lines
  rule('login-password', ' login ')
    .like`\b(?:docker|podman|nerdctl|buildah|skopeo|oras|helm|crane|az|oc|cf|twine|ibmcloud)\b[^\n|;&]{0,80}?\blogin\b[^\n|;&]{0,200}?\s-p[ =]{0,2}${WORD}`,
  rule('sshpass-password', 'sshpass').like`\bsshpass\s{1,4}-p\s{0,2}${WORD}`,
  rule(
    'mysql-password',
    'mysql|mariadb',
    (secret) => plausible(secret) && !/^(?:ort|rotocol|assword|lugin)\b/.test(secret),
    'dg',
  ).like`\b(?:mysql(?:dump|admin|import|sh)?|mariadb(?:-dump|-admin)?)\b[^\n|;]{0,200}?\s-p${WORD}`,
  rule('redis-password', 'redis-cli').like`\bredis-cli\b[^\n|;]{0,120}?\s(?:-a|--pass)[ =]{1,2}${WORD}`,
  rule('client-password', 'mongo|cqlsh|rabbitmqadmin|ldap|unzip -p|zip -p|sqlcmd|bcp ', plausible, 'dg')
    .like`\b(?:(?:mongo(?:sh|dump|restore|import|export)?|cqlsh|rabbitmqadmin)\b[^\n|;]{0,160}?\s-p|ldap(?:search|modify|add|passwd|whoami)\b[^\n|;]{0,160}?\s-w|(?:(?:un)?zip|sqlcmd|bcp)\b[^\n|;]{0,80}?\s-P)[ =]{1,2}${WORD}`,
  rule('htpasswd-password', 'htpasswd', plausible, 'dg')
    .like`\bhtpasswd\s{1,4}-(?=[a-zA-Z]{0,6}b)(?:[a-zA-Z]{0,6}n[a-zA-Z]{0,6}|[a-zA-Z]{1,6}\s{1,4}\S{1,200})\s{1,4}\S{1,80}\s{1,4}${WORD}`,
  rule(
    'key-password',
    '-pass|-storepass|-keypass|-srcstorepass|-deststorepass',
    (secret) => plausible(secret) && !ELSEWHERE.test(secret),
  ).like`(?<![\w-])-(?:pass(?:in|out)?|(?:src|dest)?(?:store|key)pass)[ =]{1,2}["']?(?:pass:)?${WORD}`,
  rule('curl-password', 'curl |wget |http -|https -|xh ', plausible, 'dg')
    .like`\b(?:curl|wget|http|https|xh)\s[^\n]{0,200}?(?:-u|--user|--proxy-user|-a|--auth)[ =]{0,2}["']?[^\s:"'/]{1,64}:([^\s"'/][^\s"']{2,127})`,
  rule('aws-secret-key', 'configure set|configure  set')
    .like`\bconfigure\s{1,3}set\s{1,3}\S{0,60}(?:secret|token)\S{0,40}\s{1,3}${WORD}`,
  rule('secure-string', 'securestring', isMixed)
    .like`ConvertTo-SecureString(?:\s{1,3}-\w{1,20}){0,4}\s{1,3}\\?["']?([^\s"'\\$-][^\s"'\\]{5,127})`,
  rule('piped-password', '--password-stdin|sudo|chpasswd', plausible, 'dg')
    .like`\b(?:echo|printf)\s{1,3}(?:-n\s{1,3}|["']%s["']\s{1,3})?${WORD}["']?\s{0,3}\|\s{0,3}(?:sudo\s{1,3}(?:-\w{1,8}\s{1,3}){0,3}-\w{0,6}S|(?:sudo\s{1,3})?chpasswd|[^\n|]{0,120}--password-stdin)`,
  rule('archive-password', '7z', plausible, 'dg').like`\b7z[az]?\s{1,3}\w\s[^\n|;]{0,80}?-p${WORD}`,
  rule('key-password', 'openssl', plausible, 'dg')
    .like`\bopenssl\s{1,3}(?:enc|aes|des)\S{0,20}\s[^\n|;]{0,120}?-[kK]\s{1,3}${WORD}`,
  rule('login-password', 'net user|net use ')
    .like`\bnet\s{1,3}(?:user\s{1,3}\S{1,64}|use\s{1,3}(?:\S:\s{1,3})?\\\\\S{1,200})\s{1,3}${WORD}\s{1,3}\/(?:add|user)`,
  rule('login-password', '/user:').like`\bnet\s{1,3}use\s[^\n]{0,200}?\/user:\S{1,64}\s{1,3}${WORD}`,
  rule('login-password', 'lftp').like`\blftp\b[^\n|;]{0,80}?-u\s{1,3}["']?[^\s,"']{1,64},${WORD}`,
  rule('told-token', 'token |key |secret ')
    .like`\b(?:token|api[ -]?key|secret)\s{1,3}(?:is\s{1,3})?["'\`]?([0-9a-f]{32,64})\b`,
  rule('login-password', 'add_user|change_password|vault login', isMixed)
    .like`\b(?:(?:add_user|change_password)\s{1,3}[\w.@-]{1,64}|vault\s{1,3}login)\s{1,3}${WORD}`,
  // Any program: a user, followed by a password.
  rule('login-password', ' -u | --user', (secret) => isMixed(secret) && !/[/:]/.test(secret), 'dg')
    .like`\s(?:-[uU]|--user(?:name)?)[ =]{1,2}["']?[\w.@-]{1,64}["']?\s{1,3}(?:-\w{1,20}\s{1,3}\S{1,60}\s{1,3}){0,2}-[pP][ =]{1,2}${WORD}`,
  rule('login-password', 'sqlplus').like`\bsqlplus\s{1,3}(?:-\w{1,4}\s{1,3}){0,3}[\w$#]{1,64}\/([^\s@"'/]{2,128})@`,
  rule('login-password', 'smbclient|rpcclient', plausible, 'dg')
    .like`\b(?:smb|rpc)client\b[^\n|;]{0,120}?-U\s{0,3}["']?[^\s%"']{1,64}%([^\s"']{3,128})`,
  rule('set-secret', 'secret set').like`\bsecrets?\s{1,3}set\b[^\n|;]{0,120}?(?:--body|-b|--value)[ =]{1,2}${WORD}`,
  // Files
  rule('netrc-password', 'machine |default |login ', always, 'dgm')
    .like`(?:\bmachine\s{1,8}\S{1,255}\s{1,16}|\bdefault\s{1,8}|^[ \t]{0,8})login\s{1,8}\S{1,255}\s{1,16}password\s{1,4}["']?([^\s"']{1,255})`,
  rule(
    'mail-password',
    'password |password\t|passphrase |passphrase\t',
    (secret) => secret === 'password' || plausible(secret),
    'dgm',
  )
    .like`^[ \t]{0,16}pass(?:word|phrase)[ \t]{1,4}(?:"([^"\s]{3,128})"|(?=[^\s"]{0,40}[0-9])[^\s"]{4,128})[ \t]{0,4};?$`,
  rule('pgpass-password', ':5432:|:5433:|:6432:|:6543:|:*:', always, 'dgm')
    .like`^[^\s:#]{1,255}:(?:[0-9]{4,5}|\*):(?![0-9]{1,9}:)[^\s:]{1,64}:(?![0-9]{1,9}:)[^\s:]{1,64}:([^\s:/]{1,128})$`,
  rule('docker-auth', 'auth"|auth\'|auth\\|auth:|auth=|auth ', isBasicPair)
    .like`\bauth\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']([A-Za-z0-9+/_-]{8,4096}={0,2})\\{0,3}["']`,
  rule('xml-password', 'pass>|pw>|password>|passwd>|passphrase>|pwd>|secret>|token>|apikey>|api-key>')
    .like`<[\w:.-]{0,30}?(?:pass(?:word|wd|phrase)?|pwd|pw|secret|token|api-?key)(?:\s[^<>\n]{0,120})?>([^<>\s]{3,512})<\/[\w:.-]{0,30}?(?:pass(?:word|wd|phrase)?|pwd|pw|secret|token|api-?key)>`,
  rule('xml-password', 'value=')
    .like`\b(?:key|name)=["'][\w:.-]{0,40}(?:password|passwd|pwd|secret|token|api-?key)["']\s{1,4}value=["']([^"'\s]{4,512})["']`,
  rule('xml-password', 'password=', always).like`\buser(?:name)?="[^"\n]{0,80}"\s{1,4}password="([^"\s]{1,128})"`,
  rule('firefox-login', 'encryptedusername', always)
    .like`encryptedUsername\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']([A-Za-z0-9+/=]{20,1024})`,
  rule('defined-secret', 'define(', (secret) => secret.length >= 40 || plausible(secret), 'dg')
    .like`\bdefine\(\s{0,4}["'][A-Z0-9_]{0,40}(?:PASSWORD|PASS|SECRET|TOKEN|_KEY|_SALT)["']\s{0,12},\s{0,12}(?:'([^'\n]{3,256})'|"[^"\n]{3,256}")`,
  rule('redis-password', 'requirepass|masterauth', plausible, 'dgm')
    .like`^[ \t]{0,8}(?:requirepass|masterauth)[ \t]{1,8}["']?([^\s"']{3,128})`,
  rule('redis-password', 'auth ', isMixed, 'dgm').like`(?:^|> ?)AUTH[ \t](?:[\w-]{1,40}[ \t])?([^\s"']{6,256})$`,
  rule(
    'session-cookie',
    'sessid=|sessionid=|connect.sid=|laravel_session=|_session_id=',
    (secret) => !/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(secret),
  )
    .like`\b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|laravel_session|_session_id|sessionid)=([\w%.+/-]{20,4096})`,
  rule('terraform-variable', 'variable')
    .like`\bvariable\s{1,3}"[\w-]{0,40}(?:password|secret|token|key)[\w-]{0,20}"\s{0,3}\{[^}]{0,300}?\bdefault\s{0,8}=\s{0,3}"([^"\s]{3,256})"`,
  rule('login-password', ' password | pass | secret ', (secret) => isMixed(secret) && /[0-9]/.test(secret))
    .like`\b(?:user(?:name)?|login|account)\s{1,3}\S{1,64}\s{1,3}(?:password|pass|secret)\s{1,3}(?:[0-9]\s{1,3})?([^\s"',;]{4,128})`,
  // `id/pw: ann/secret`, as in messages between people.
  rule('pair-password', 'pw|pass', (secret) => isMixed(secret) && /[0-9]/.test(secret))
    .like`(?<![\w/.-])\w{0,8}(?:id|user(?:name)?|login|account)\s?[/:,&(]\s?(?:pw|pwd|pass(?:word|wd)?)\)?(?:\s{0,2}(?:->|[:=(])\s{0,2}|\s{1,2})[\w.@-]{1,40}\s?[/:(,]\s?([^\s/:(),<>"'\`]{6,64})`,
  // Statements and code
  rule('sql-password', 'identified')
    .like`\bidentified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?(?:by|as)\s{1,4}(?:password\s{1,4})?\\{0,2}["']([^\s"'\\]{3,128})`,
  rule('sql-password', 'identified by', isMixed)
    .like`\b(?:user|grant|role)\b[^\n;]{0,160}?\bidentified\s{1,4}by\s{1,4}([^\s"',;)\\]{3,128})`,
  rule('sql-password', "password '|password=|password =|password(|password (|password \\|password\t")
    .like`\b(?:user|role|login|encrypted|with|set|values|authentication_string)\b[^\n;]{0,120}?\bpassword\s{0,3}(?:=\s{0,3})?\(?\s{0,3}\\{0,2}'([^'\s\\]{3,128})`,
  rule('sql-password', 'login password |role password |user password |password ', isMixed)
    .like`\b(?:user|role|login)\b[^\n;]{0,80}?\bPASSWORD\s{1,3}([A-Za-z0-9!@#%^*_.-]{6,128})(?=\s{0,2};)`,
  rule('login-call', '.login(|.log_in(')
    .like`\.log_?in\(\s{0,4}["'\`][^"'\`\n]{1,60}@[^"'\`\n]{1,60}["'\`]\s{0,4},\s{0,4}["'\`]([^"'\`\s]{4,128})["'\`]`,
  rule('default-secret', 'getenv(|environ.get(|env(', isMixed)
    .like`(?:getenv|environ\.get|\benv)\(\s{0,3}\\{0,3}["']?\w{0,40}(?:PASS|PWD|PW|SECRET|TOKEN|KEY)\w{0,20}\\{0,3}["']?\s{0,3},\s{0,3}b?\\{0,3}["']([^"'\\\s]{5,128})`,
  rule('default-secret', 'env.|environ', isMixed)
    .like`\benv(?:iron)?(?:\.get)?(?:\.|\(|\[)\s{0,3}["']?\w{0,40}(?:PASS|PWD|SECRET|TOKEN|KEY)\w{0,20}["'\])]{0,3}\s{0,3}(?:\|\||\?\?|or)\s{0,3}["'\`]([^"'\`\s]{4,128})`,
  rule(
    'told-password',
    'password is|password  is|passphrase is|passcode is|pwd is|password was|passphrase was|password to|pwd was|password of|password in|password for|pwd of|pwd for',
    (secret) =>
      isMixed(secret) &&
      /[0-9]/.test(secret) &&
      !/^(?:sha|md|base|utf|argon|bcrypt|aes|v?[0-9]+[-.a-z]*$)/i.test(secret),
  )
    .like`\b(?:password|passphrase|passcode|pwd)(?:\s{1,2}(?:of|in|for)\s{1,2}[\w.@-]{1,40})?\s{1,3}(?:is|was|to)\s{1,3}(?:now\s{1,3})?["'\`]?([^\s"'\`]{5,128}?)(?=[.,:;!?)]{0,2}(?:["'\`\s]|$))`,
  rule(
    'told-password',
    'password for|password of|password(default|passphrase for|passphrase of|passphrase(default',
    (secret) => isMixed(secret) && /[0-9]/.test(secret),
  )
    .like`\b(?:password|passphrase)(?:\s{1,2}(?:for|of)\s{1,2}[\w.@-]{1,40}|\(default)\s{0,2}[:=]\s{0,2}["'\`]?([^\s"'\`()]{6,128})`,
  // Hashes of passwords, which are guessed offline
  rule('password-hash', '$1$|$5$|$6$|$7$|$y$|$gy$|$apr1$', always, 'dg')
    .like`\$(?:1|5|6|7|y|gy|apr1)\$(?:rounds=[0-9]{1,9}\$)?[./A-Za-z0-9$]{1,40}\$[./A-Za-z0-9]{20,128}`,
  rule('password-hash', '$2', always, 'dg').like`\$2[abxy]?\$[0-9]{2}\$[./A-Za-z0-9]{53}`,
  rule('password-hash', '$argon2', always, 'dg').like`\$argon2(?:id|i|d)\$[\w=,$+/-]{20,300}`,
  rule('password-hash', 'pbkdf2_|scrypt$', always, 'dg')
    .like`\b(?:pbkdf2_sha(?:1|256|512)|scrypt)\$[0-9]{1,9}\$[\w+/=$.-]{20,256}`,
  rule('password-hash', 'sha}|sha256}|sha512}|md5}', always, 'dg')
    .like`\{S?(?:SHA(?:256|512)?|MD5)\}[A-Za-z0-9+/]{16,128}={0,2}`,
]
