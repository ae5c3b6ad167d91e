import { isPlaceholder } from './placeholder.ts'
import { looksRandom } from './secret-shapes.ts'

/** The form of one kind of secret. */
export interface SecretRule {
  readonly kind: string
  /** Lower-case literals, at least one of which is in every match; a text without them is not searched. */
  readonly keywords: readonly string[]
  /** Bounded quantifiers only. The secret is group 1 if there is one, else the whole match. */
  readonly pattern: RegExp
  /** Rejects a match that is not a secret. */
  readonly accepts?: (secret: string) => boolean
}

/** A kind and its keywords, then the pattern. */
const rule = ([text = '']: TemplateStringsArray) => {
  const [kind = '', ...keywords] = text.split(' ')
  return (pattern: RegExp, accepts: (secret: string) => boolean = notSample): SecretRule => ({
    kind,
    keywords,
    pattern,
    accepts,
  })
}

/** Samples in documents: the form of a token, with a body that was never issued. */
const notSample = (secret: string) => !/EXAMPLE|([xX0*])\1{7}|12345678|fake$/.test(secret)

const notPlaceholder = (secret: string) => !isPlaceholder(secret)
const randomBody = (secret: string) =>
  notSample(secret) && (looksRandom(secret) || (/^[A-Z0-9-]{24,}$/.test(secret) && looksRandom(secret.toLowerCase())))
const notPlain = (secret: string) => /[0-9]/.test(secret) && /[a-z]/i.test(secret) && !isPlaceholder(secret)

/** The kinds of secrets with a distinctive form, the most specific first: if two rules match the same text, the earlier one names it. The prefixes are those that providers publish; the lengths leave room for longer formats. */
export const SECRET_RULES: readonly SecretRule[] = [
  // Clouds
  rule`aws-access-key akia`(/AKIA[A-Z0-9]{16}/dg),
  rule`aws-access-key asia abia acca a3t`(
    /(?<![A-Za-z0-9])(?:ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])/dg,
  ),
  rule`aws-secret-key secret`(
    /secret_?(?:access_?)?key[\\"'\s:=>]{1,12}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/dgi,
    notPlain,
  ),
  rule`aws-session-token session`(/session_?token[\\"'\s:=>]{1,12}([A-Za-z0-9/+]{80,4096}={0,2})/dgi),
  rule`aws-bedrock-key absk`(/ABSK[A-Za-z0-9+/]{60,300}={0,2}/dg),
  rule`google-api-key aiza`(/AIza[\w-]{35}/dg),
  rule`google-oauth-secret gocspx`(/GOCSPX-[\w-]{24,40}/dg),
  rule`google-oauth-token ya29.`(/ya29\.[\w-]{20,1024}/dg),
  rule`google-refresh-token 1//0`(/(?<![\w/])1\/\/0[\w-]{40,200}/dg),
  rule`azure-storage-key accountkey sharedaccesskey`(/(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,100}={0,2})/dgi),
  rule`azure-sas-signature sig=`(/[?&]sig=([A-Za-z0-9%+/_-]{40,120})/dgi),
  rule`azure-client-secret q~`(/(?<![\w~.-])[\w~.-]{3}[0-9]Q~[\w~.-]{31,34}/dg),
  rule`digitalocean-token _v1_`(/do[opr]_v1_[a-f0-9]{64}/dg),
  rule`heroku-key hrku-`(/HRKU-[\w-]{36,80}/dg),
  rule`cloudflare-key v1.0-`(/v1\.0-[a-f0-9]{24}-[a-f0-9]{100,160}/dg),
  rule`flyio-token fm1_ fm2_ fo1_`(/(?<![A-Za-z0-9])f[mo][12][ar]?_[\w+/=-]{40,1024}/dg),
  rule`supabase-key sbp_ sb_secret_`(/(?<![A-Za-z0-9])(?:sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,80})/dg),
  rule`planetscale-token pscale_`(/pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}/dg),
  rule`databricks-token dapi`(/(?<![A-Za-z0-9])dapi[a-f0-9]{32}(?:-[0-9]{1,2})?/dg),
  rule`doppler-token dp.`(/(?<![\w.])dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,80}/dg),
  rule`vault-token hvs. hvb. hvr.`(/(?<![\w.])hv[sbr]\.[\w-]{24,400}/dg),
  rule`terraform-token .atlasv1.`(/[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,80}/dg),
  rule`pulumi-token pul-`(/(?<![A-Za-z0-9])pul-[a-f0-9]{40}/dg),
  rule`tailscale-key tskey-`(/tskey-[a-z]{2,12}-[\w-]{16,100}/dg),
  // Code hosts, registries, CI
  rule`github-token ghp_ gho_ ghu_ ghs_ ghr_`(/gh[pousr]_[A-Za-z0-9]{36,255}/dg),
  rule`github-fine-grained-token github_pat_`(/github_pat_[A-Za-z0-9_]{22,255}/dg),
  rule`gitlab-token gl`(/(?<![A-Za-z0-9])gl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|imt|agent|oas|ffct|wt)-[\w.-]{20,300}/dg),
  rule`gitlab-runner-token gr1348941`(/GR1348941[\w-]{20,60}/dg),
  rule`npm-token npm_`(/(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,80}/dg),
  rule`npmrc-auth _auth _password`(
    /_(?:authToken|auth|password)\s{0,3}=\s{0,3}["']?([^\s"'$]{8,1024})/dg,
    notPlaceholder,
  ),
  rule`pypi-token pypi-`(/pypi-[\w-]{50,1024}/dg, notPlain),
  rule`rubygems-key rubygems_`(/rubygems_[a-f0-9]{48}/dg),
  rule`nuget-key oy2`(/(?<![A-Za-z0-9])oy2[a-z0-9]{43}(?![A-Za-z0-9])/dg),
  rule`crates-token cio`(/(?<![A-Za-z0-9])cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/dg, notPlain),
  rule`docker-token dckr_`(/dckr_(?:pat|oat)_[\w-]{24,80}/dg),
  rule`circleci-token ccipat_ cciprj_`(/CCIP(?:AT|RJ)_[\w]{20,120}/dg),
  rule`buildkite-token bkua_`(/bkua_[a-z0-9]{40}/dg),
  rule`sourcegraph-token sgp_`(/(?<![A-Za-z0-9])sgp_(?:[a-zA-Z0-9]{16}_)?[a-f0-9]{40}/dg),
  // Models
  rule`anthropic-key sk-ant-`(/sk-ant-[\w-]{20,300}/dg),
  rule`openrouter-key sk-or-`(/sk-or-(?:v[0-9]-)?[a-f0-9]{40,100}/dg),
  rule`openai-key sk-proj- sk-svcacct- sk-admin- sk-none-`(
    /(?<![A-Za-z0-9])sk-(?:proj|svcacct|admin|None)-[\w-]{20,300}/dg,
    notPlain,
  ),
  rule`openai-key sk-`(/(?<![A-Za-z0-9])sk-[A-Za-z0-9]{32,100}/dg),
  rule`huggingface-token hf_ api_org_`(/(?<![A-Za-z0-9])(?:hf|api_org)_[A-Za-z0-9]{30,60}/dg),
  rule`groq-key gsk_`(/(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40,80}/dg),
  rule`xai-key xai-`(/(?<![A-Za-z0-9])xai-[A-Za-z0-9]{60,100}/dg),
  rule`perplexity-key pplx-`(/pplx-[A-Za-z0-9]{40,80}/dg),
  rule`replicate-token r8_`(/(?<![A-Za-z0-9])r8_[A-Za-z0-9]{36,44}/dg),
  rule`langsmith-key lsv2_`(/lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/dg),
  // Messages and mail
  rule`slack-token xox`(/xox[abceoprs](?:\.xox[bp])?-[\w-]{10,300}/dgi),
  rule`slack-app-token xapp-`(/xapp-[0-9]-[A-Za-z0-9-]{10,200}/dgi),
  rule`slack-webhook hooks.slack.com`(/hooks\.slack\.com\/((?:services|workflows|triggers)\/[\w+/]{20,120})/dg),
  rule`discord-webhook /api/webhooks/`(/discord(?:app)?\.com\/api\/webhooks\/([0-9]{16,20}\/[\w-]{40,100})/dg),
  rule`discord-token discord bot`(/(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/dg),
  rule`teams-webhook webhook.office.com`(/webhook\.office\.com\/(webhookb2\/[\w@/-]{60,300})/dg),
  rule`telegram-token :aa`(/(?<![0-9])[0-9]{8,10}:AA[\w-]{33}(?![\w-])/dg),
  rule`twilio-key sk`(/(?<![A-Za-z0-9])SK(?:[0-9a-f]{32}|[0-9A-F]{32})(?![A-Za-z0-9])/dg),
  rule`twilio-account ac`(/(?<![A-Za-z0-9])AC[0-9a-f]{32}(?![A-Za-z0-9])/dg),
  rule`sendgrid-key sg.`(/(?<![A-Za-z0-9])SG\.[\w-]{16,32}\.[\w-]{16,64}/dg),
  rule`mailgun-key key-`(/(?<![\w-])key-[A-Za-z0-9]{32}(?![\w-])/dg, notPlain),
  rule`mailchimp-key -us`(/(?<![A-Za-z0-9])[A-Za-z0-9]{32}-us[0-9]{1,2}(?![\w-])/dg),
  rule`brevo-key xkeysib-`(/xkeysib-[a-f0-9]{64}-\w{16}/dg),
  // Payments and business
  rule`stripe-key k_live_ k_test_ k_prod_`(/(?<![A-Za-z0-9])[psr]k_(?:live|test|prod)_[A-Za-z0-9]{10,250}/dg),
  rule`stripe-webhook-secret whsec_`(/whsec_[A-Za-z0-9+/=]{24,120}/dg),
  rule`square-token sq0`(/sq0[a-z]{3}-[\w-]{22,50}/dg),
  rule`shopify-token shp`(/shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/dg),
  rule`atlassian-token atatt3`(/ATATT3[\w=-]{60,300}/dg),
  rule`linear-key lin_api_`(/lin_api_[A-Za-z0-9]{32,60}/dg),
  rule`notion-token ntn_ secret_`(/(?<![A-Za-z0-9_])(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43})(?!\w)/dg),
  rule`figma-token figd_`(/figd_[\w-]{36,60}/dg),
  rule`airtable-token pat`(/(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/dg),
  rule`postman-key pmak-`(/PMAK-[a-f0-9]{24}-[a-f0-9]{34}/dg),
  // Watching
  rule`newrelic-key nrak-`(/NRAK-[A-Z0-9]{27}/dg),
  rule`grafana-token glsa_ glc_`(/(?<![A-Za-z0-9])(?:glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/=]{32,400})/dg),
  rule`sentry-token sntry`(/sntry[su]_[\w+/=]{40,400}/dg),
  rule`dynatrace-token dt0`(/dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}/dg),
  rule`sonar-token sqp_ squ_ sqa_`(/(?<![A-Za-z0-9])sq[pua]_[a-f0-9]{40}/dg),
  // More of all kinds, each with a prefix of its own
  rule`amazon-mws-key amzn.mws.`(/amzn\.mws\.[0-9a-z]{8}(?:-[0-9a-z]{4}){3}-[0-9a-z]{12}/dg),
  rule`bitbucket-token bbdc- atbb atctt3`(
    /(?<![A-Za-z0-9])(?:BBDC-[A-Za-z0-9+/@_-]{40,60}|ATBB[A-Za-z0-9]{24,40}|ATCTT3[\w=-]{60,300})/dg,
  ),
  rule`jfrog-token akcp cmvmdgtu`(/(?<![A-Za-z0-9])(?:AKCp[A-Za-z0-9]{10,100}|cmVmdGtu[A-Za-z0-9]{40,80})/dg),
  rule`swarm-token swmtkn-`(/SWMTKN-1-[a-z0-9]{40,60}-[a-z0-9]{20,30}/dg),
  rule`square-token eaaae`(/(?<![A-Za-z0-9])EAAAE[\w-]{59,60}(?![\w-])/dg),
  rule`meta-token eaa igq`(/(?<![A-Za-z0-9])(?:EAA[A-Z][A-Za-z0-9]{30,400}|IGQ[A-Za-z0-9_-]{60,400})/dg),
  rule`meta-token 0| 1| 2| 3| 4| 5| 6| 7| 8| 9|`(/(?<![0-9])[0-9]{13,17}\|[\w-]{27}(?![\w-])/dg),
  rule`paypal-token access_token$`(/access_token\$(?:production|sandbox)\$[a-z0-9]{12,20}\$[a-f0-9]{32}/dg),
  rule`grafana-token eyjrijoi`(/(?<![A-Za-z0-9])eyJrIjoi[A-Za-z0-9+/]{40,400}={0,2}/dg),
  rule`heroku-key heroku`(
    /heroku[\w\s"'=:.-]{0,24}?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|a?[0-9a-f]{7,8}(?:-[0-9A-Fa-f]{4}){2,3}-[0-9a-f]{12})/dgi,
  ),
  rule`dropbox-token sl.`(/(?<![\w.])sl\.[A-Za-z0-9_-]{100,1200}/dg, notPlain),
  rule`alibaba-key ltai`(/(?<![A-Za-z0-9])LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/dg, notPlain),
  rule`tencent-key akid`(/(?<![A-Za-z0-9])AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])/dg),
  rule`mapbox-token k.ey`(/(?<![A-Za-z0-9])[ps]k\.eyJ[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{20,40}/dg),
  rule`netlify-token nfp_`(/(?<![A-Za-z0-9])nfp_[A-Za-z0-9]{36,60}/dg),
  rule`clojars-token clojars_`(/CLOJARS_[a-f0-9]{60}/dgi),
  rule`contentful-token cfpat-`(/CFPAT-[\w-]{40,60}/dg),
  rule`prefect-key pnu_ pnb_`(/(?<![A-Za-z0-9])pn[ub]_[A-Za-z0-9]{36}/dg),
  rule`readme-key rdme_`(/rdme_[a-z0-9]{60,80}/dg),
  rule`shippo-token shippo_`(/shippo_(?:live|test)_[a-f0-9]{40}/dg),
  rule`typeform-token tfp_`(/(?<![A-Za-z0-9])tfp_[\w.=-]{40,80}/dg),
  rule`vercel-token vck_ vcp_ vci_`(/(?<![A-Za-z0-9])vc[kpi]_[A-Za-z0-9]{24,80}/dg),
  rule`nats-key su`(/(?<![A-Za-z0-9])S[UAO][A-Z2-7]{56}(?![A-Za-z0-9])/dg),
  rule`totp-secret otpauth://`(/otpauth:\/\/[^\s"'<>]{1,300}?[?&]secret=([A-Za-z2-7]{16,128})/dgi),
  rule`url-key key=`(/[?&](?:api_?)?key=([\w-]{20,256})(?![\w-])/dgi, notPlain),
  rule`akamai-token akab-`(/(?<![A-Za-z0-9])akab-[a-z0-9]{16}-[a-z0-9]{16}(?![a-z0-9]*\.)/dg),
  rule`alibaba-secret ltai`(/LTAI[A-Za-z0-9]{12,26}["'\s,:;]{1,6}([A-Za-z0-9]{30})(?![A-Za-z0-9])/dg, notPlain),
  // A random body after a prefix for keys or tokens.
  rule`prefixed-key ak_ ak- ck_ ck- key_ key- tok_ tok- pat_ pat- oat_ oat-`(
    /(?<![\w-])(?:[a-z]{0,2}ak|ck|[a-z]{0,8}(?:key|tok|pat|oat))[_-]([\w-]{20,120})(?![\w-])/dg,
    randomBody,
  ),
  // Standards
  rule`age-key age-secret-key`(/AGE-SECRET-KEY-1[A-Z0-9]{58}/dg),
  rule`onepassword-token ops_ey`(/ops_eyJ[\w+/=-]{60,2048}/dg),
  rule`jwt ey`(/(?<![\w-])ey[JA-Z][\w-]{10,4096}\.ey[JA-Z][\w-]{10,8192}(?:\.[\w-]{0,1024})?/dg),
  rule`database-url ://`(
    /(?:postgres(?:ql)?|mysql|mariadb|mongodb|redis|rediss|valkey|amqps?|mssql|sqlserver|clickhouse|cockroachdb|cassandra|oracle|nats|mqtts?|ldaps?|jdbc:[a-z0-9]{2,20})(?:\+[a-z0-9]{1,20})?:\/\/[^\s/:@"'`<>]{0,128}:([^\s/"'`<>]{1,256})@/dgi,
    notPlaceholder,
  ),
  rule`basic-auth-url ://`(
    /:\/\/[^\s/:@"'`<>()[\]{}]{0,128}(?:@[^\s/:@"'`<>()[\]{}]{1,128})?:([^\s/"'`<>()[\]{}]{1,256})@/dg,
    notPlaceholder,
  ),
  rule`url-token ://`(/:\/\/([\w-]{20,256})@/dg, notPlain),
  rule`authorization-header authorization`(
    /authorization[\\"']{0,4}\s{0,4}[:=,]\s{0,4}[\\"'`]{0,4}(?:basic)\s{1,4}([A-Za-z0-9+/_-]{6,2048}={0,2})/dgi,
    notPlaceholder,
  ),
  rule`authorization-header authorization`(
    /authorization[\\"']{0,4}\s{0,4}[:=,]\s{0,4}[\\"'`]{0,4}(?:[a-z][a-z0-9-]{1,20}\s{1,4})?([^\s"'`,;<>\\(){}]{8,4096})/dgi,
    notPlain,
  ),
  rule`bearer-token bearer`(/(?<![A-Za-z0-9])bearer\s{1,4}([\w.~+/-]{16,4096}={0,2})/dgi, notPlain),
]
