import { z } from 'zod'
import type { Service, Tier } from '#lib/plan.ts'
import type { S3Settings } from '#platform/server/files/s3.ts'
import { DEFAULT_PROXIES, readProxies } from '#platform/server/http/proxies.ts'
import { StartError } from '#platform/server/start-error.ts'
import type { StripeSettings } from '#platform/server/stripe.ts'
import type { TranscriberSettings } from '#platform/server/transcriber.ts'
import { isVaultKey } from '#platform/server/vault.ts'

/** The configuration of one server. Made once from the environment; nothing else reads the environment. */
export type Config = {
  /** 0 takes any free one. */
  port: number
  /** The address listened on; `localhost` keeps other machines out. */
  host: string
  /** Database, files and keys. */
  dataFolder: string
  /** Where backups are kept; missing: `backups` in the data folder. */
  backupsFolder?: string
  /** Object storage for the bytes of files; missing: they lie in the data folder. */
  s3?: S3Settings
  /** Any PostgreSQL >= 15 by its owner; missing: the one that came with us. */
  databaseUrl?: string
  /** `test`: nothing leaves the machine and the demo practice is offered. */
  mode: 'test' | 'production'
  /**
   * Of the demo in the test version: whether visitors open a copy each or all the demo practice itself, how many copies wait for visitors, and how many
   * may be given at once.
   */
  demo: { opens: 'copy' | 'original'; ready: number; most: number }
  /** Where people reach us, without a slash at the end. */
  origin: string
  /** Addresses and ranges whose `X-Forwarded-For` is trusted; an empty list trusts none. */
  proxies: string
  /** Missing: no e-mail leaves and no e-mail link is offered. */
  mail?: { url: string; from: string }
  /** A provider of texts in Twilio's protocol; missing: texts are not sent. `baseUrl` is another one's, or a test's. */
  twilio?: { accountSid: string; authToken: string; from: string; baseUrl: string }
  /** Who may bring e-mails in, and the domain of the addresses they are answered to; missing: answers go to `mail.from`. */
  inboundMail?: { secret: string; domain: string }
  /** Payments by card, and plans; missing: neither. */
  stripe?: StripeSettings
  /** The price of each plan at Stripe, per month; missing: the operator of the server arranges plans. */
  stripePrices?: Readonly<Record<Tier, string>>
  /** The price of each service that clients pay for at Stripe, per month and horse; missing: the operator of the server arranges services. */
  servicePrices?: Readonly<Record<Service, string>>
  /** Who sells these services; missing: nothing is sold. */
  seller?: Seller
  /** Our identity at push services; missing: made once, in the data folder. */
  pushKeys?: { publicKey: string; privateKey: string }
  /** What seals the secrets of connections, the newest first; missing: made once, in the data folder. */
  vaultKeys?: readonly string[]
  /** Hosts, `host` or `host:port`, that people may connect to although they are private; the test version speaks to these alone. */
  reachable: readonly string[]
  /** How this server is registered at vendors that members sign in to, by the first part of its variables (`GOOGLE`). */
  oauthApps?: OAuthApps
  /** What the clock shows at the start, to look at another day; test version only. Missing: the machine's time. */
  clock?: string
  /** Photos for the demo practice, shown in place of the drawn ones; missing: those are shown. */
  demoPhotosFolder?: string
  /** `plain`: no statement is prepared, for a proxy that can't keep them apart. */
  statements: 'prepared' | 'plain'
  /** `none`: jobs are done by `npm run worker`. */
  worker: 'inside' | 'none'
  /** A MapLibre style whose tiles, letters and signs come from its own host; missing: maps are our own sketches. */
  mapStyleUrl?: string
  /** Where addresses are looked up, in Nominatim's protocol; missing: nowhere. */
  geocoderUrl?: string
  /** Where voice notes of practices that want it are written down, in OpenAI's protocol; missing: nowhere. */
  transcriber?: TranscriberSettings
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** Who sells services on this server, as clients read it; with a VAT number, receipts show the VAT. */
export type Seller = { name: string; address: string; email: string; vatNumber?: string }

/** What a vendor calls us by, and what proves it to them. `callsADay`: how many requests it takes for one connection. */
export type OAuthApps = Readonly<Record<string, { id: string; secret: string; callsADay?: number }>>

/** The vendors that members can sign in to, as `<NAME>_CLIENT_ID` and `<NAME>_CLIENT_SECRET`. */
export const OAUTH_VENDORS = ['FACEBOOK', 'FREEAGENT', 'GOOGLE', 'MICROSOFT', 'QUICKBOOKS', 'XERO'] as const

const DEFAULT_PORT = 3000
/** Xero's free tier, for each organisation. */
const XERO_CALLS_A_DAY = 1000
/** The model name that servers of OpenAI's protocol accept when they know no other. */
const DEFAULT_MODEL = 'whisper-1'

const PRICE = z.string().regex(/^price_\w+$/, 'must begin with price_')

/** So many as may open the demo at one moment and find a copy ready. */
const DEMO_READY = 30
const DEMO_MOST = 200

const environment = z
  .object({
    PORT: text(wholeNumber(0, 65535)),
    PRITCHEL_HOST: text(z.string()),
    PRITCHEL_DATA: text(z.string()),
    PRITCHEL_BACKUPS: text(z.string()),
    DATABASE_URL: text(z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgresql://user:password@host/database' })),
    PRITCHEL_MODE: text(z.enum(['test', 'production'], 'must be test or production')),
    PRITCHEL_DEMO: text(z.enum(['copy', 'original'], 'must be copy or original')),
    PRITCHEL_DEMO_READY: text(wholeNumber(0, 100)),
    PRITCHEL_DEMO_MOST: text(wholeNumber(1, 1000)),
    PRITCHEL_ORIGIN: text(z.string().refine(isOrigin, 'must be an address without a path, like https://diary.example')),
    // Not `text`: here an empty value has a meaning.
    PRITCHEL_PROXIES: z
      .string()
      .refine((list) => readProxies(list) !== undefined, 'must be addresses or ranges with commas, like 127.0.0.1, ::1, 10.0.0.0/8')
      .optional(),
    SMTP_URL: text(z.url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })),
    MAIL_FROM: text(z.string().regex(/^[^@\s<>]+@[^@\s<>]+$|^.+<[^@\s<>]+@[^@\s<>]+>$/, 'must be an e-mail address')),
    TWILIO_ACCOUNT_SID: text(z.string().regex(/^AC\w+$/, 'must begin with AC')),
    TWILIO_AUTH_TOKEN: text(z.string()),
    TWILIO_FROM: text(
      z.string().regex(/^(\+\d{6,15}|MG\w+|[A-Za-z0-9 ]{1,11})$/, 'must be a number like +447700900000, a name or a messaging service'),
    ),
    TWILIO_BASE_URL: text(z.url({ protocol: /^https?$/, error: 'must be the address of a server, like https://api.twilio.com' })),
    INBOUND_MAIL_SECRET: text(z.string().min(16, 'must have 16 characters or more')),
    INBOUND_MAIL_DOMAIN: text(z.string().regex(/^[a-z0-9.-]+\.[a-z0-9-]+$/i, 'must be a domain, like reply.diary.example')),
    STRIPE_SECRET_KEY: text(z.string().regex(/^[sr]k_\w+$/, 'must begin with sk_ or rk_')),
    STRIPE_WEBHOOK_SECRET: text(
      z.string().regex(/^whsec_\w+( *, *whsec_\w+)*$/, 'must be one secret, or several with commas, each beginning with whsec_'),
    ),
    STRIPE_BASE_URL: text(z.url({ protocol: /^https?$/, error: 'must be the address of a server, like https://api.stripe.com' })),
    STRIPE_PRICE_ESSENTIAL: text(PRICE),
    STRIPE_PRICE_PROFESSIONAL: text(PRICE),
    STRIPE_PRICE_ENTERPRISE: text(PRICE),
    STRIPE_PRICE_VET: text(PRICE),
    STRIPE_PRICE_PARA: text(PRICE),
    STRIPE_PRICE_PORTAL: text(PRICE),
    SELLER_NAME: text(z.string()),
    SELLER_ADDRESS: text(z.string()),
    SELLER_EMAIL: text(z.email('must be an e-mail address')),
    SELLER_VAT_NUMBER: text(z.string()),
    VAPID_PUBLIC_KEY: text(z.string()),
    VAPID_PRIVATE_KEY: text(z.string()),
    PRITCHEL_VAULT_KEY: text(
      z
        .string()
        .refine((list) => keysIn(list).every(isVaultKey), 'must be 32 bytes in base64, or several such with commas, the newest first'),
    ),
    PRITCHEL_REACH: text(z.string().regex(/^[^\s,/]+(, *[^\s,/]+)*$/, 'must be hosts with commas, like calendar.local:5232')),
    FACEBOOK_CLIENT_ID: text(z.string()),
    FACEBOOK_CLIENT_SECRET: text(z.string()),
    FREEAGENT_CLIENT_ID: text(z.string()),
    FREEAGENT_CLIENT_SECRET: text(z.string()),
    GOOGLE_CLIENT_ID: text(z.string()),
    GOOGLE_CLIENT_SECRET: text(z.string()),
    MICROSOFT_CLIENT_ID: text(z.string()),
    MICROSOFT_CLIENT_SECRET: text(z.string()),
    QUICKBOOKS_CLIENT_ID: text(z.string()),
    QUICKBOOKS_CLIENT_SECRET: text(z.string()),
    XERO_CLIENT_ID: text(z.string()),
    XERO_CLIENT_SECRET: text(z.string()),
    XERO_CALLS_A_DAY: text(wholeNumber(100, 1_000_000)),
    PRITCHEL_CLOCK: text(z.iso.datetime({ offset: true, error: 'must be an instant, like 2027-03-28T00:30:00Z' })),
    PRITCHEL_DEMO_PHOTOS: text(z.string()),
    PRITCHEL_STATEMENTS: text(z.enum(['prepared', 'plain'], 'must be prepared or plain')),
    PRITCHEL_WORKER: text(z.enum(['inside', 'none'], 'must be inside or none')),
    PRITCHEL_MAP_STYLE_URL: text(
      z.url({ protocol: /^https?$/, error: 'must be the address of a map style, like https://tiles.example/style.json' }),
    ),
    PRITCHEL_GEOCODER_URL: text(
      z.url({ protocol: /^https?$/, error: 'must be the address of a search, like https://geocoder.example/search' }),
    ),
    TRANSCRIBE_URL: text(z.url({ protocol: /^https?$/, error: 'must be the address of a server, like https://transcribe.example' })),
    TRANSCRIBE_KEY: text(z.string()),
    TRANSCRIBE_MODEL: text(z.string()),
    S3_ENDPOINT: text(z.url({ protocol: /^https?$/, error: 'must be the address of a server, like https://s3.example' })),
    S3_REGION: text(z.string()),
    S3_BUCKET: text(z.string()),
    S3_ACCESS_KEY_ID: text(z.string()),
    S3_SECRET_ACCESS_KEY: text(z.string()),
    S3_PATH_STYLE: text(z.enum(['true', 'false'], 'must be true or false')),
    LOG_LEVEL: text(z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')),
  })
  .superRefine((env, faults) => {
    const fault = (name: string, message: string) => faults.addIssue({ code: 'custom', path: [name], message })
    if (env.SMTP_URL && !env.MAIL_FROM) fault('MAIL_FROM', 'is needed with SMTP_URL')
    if (env.PRITCHEL_MODE === 'production' && env.PRITCHEL_CLOCK) fault('PRITCHEL_CLOCK', 'is for the test version only')
    if (env.PRITCHEL_MODE === 'production' && env.PRITCHEL_DEMO_PHOTOS) fault('PRITCHEL_DEMO_PHOTOS', 'is for the test version only')
    if (env.MAIL_FROM && !env.SMTP_URL) fault('SMTP_URL', 'is needed with MAIL_FROM')
    for (const together of TOGETHER) {
      const isMeant = together.some((name) => env[name])
      for (const name of together)
        if (isMeant && !env[name]) fault(name, `is needed with ${together.filter((other) => env[other]).join(' and ')}`)
    }
    if (env.STRIPE_PRICE_ESSENTIAL && !env.STRIPE_SECRET_KEY) fault('STRIPE_SECRET_KEY', 'is needed with STRIPE_PRICE_ESSENTIAL')
    if (env.STRIPE_PRICE_VET && !env.STRIPE_SECRET_KEY) fault('STRIPE_SECRET_KEY', 'is needed with STRIPE_PRICE_VET')
    if (env.STRIPE_PRICE_VET && !env.SELLER_NAME) fault('SELLER_NAME', 'is needed with STRIPE_PRICE_VET')
    if (env.SELLER_VAT_NUMBER && !env.SELLER_NAME) fault('SELLER_NAME', 'is needed with SELLER_VAT_NUMBER')
    if (env.INBOUND_MAIL_SECRET && !env.SMTP_URL) fault('SMTP_URL', 'is needed with INBOUND_MAIL_SECRET')
    for (const name of ['TRANSCRIBE_KEY', 'TRANSCRIBE_MODEL'] as const) {
      if (env[name] && !env.TRANSCRIBE_URL) fault('TRANSCRIBE_URL', `is needed with ${name}`)
    }
    const isS3Meant = Object.entries(env).some(([name, value]) => name.startsWith('S3_') && value !== undefined)
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      if (isS3Meant && !env[name]) fault(name, 'is needed to keep files in object storage')
    }
    if (isS3Meant && !env.S3_ENDPOINT && !env.S3_REGION) fault('S3_REGION', 'is needed without S3_ENDPOINT, like eu-west-2')
    if (env.PRITCHEL_MODE === 'production' && !env.PRITCHEL_ORIGIN)
      fault('PRITCHEL_ORIGIN', 'is needed in production, like https://diary.example')
  })

/** Each variable requires the others of its line. */
const TOGETHER = [
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['INBOUND_MAIL_SECRET', 'INBOUND_MAIL_DOMAIN'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['STRIPE_PRICE_ESSENTIAL', 'STRIPE_PRICE_PROFESSIONAL', 'STRIPE_PRICE_ENTERPRISE'],
  ['STRIPE_PRICE_VET', 'STRIPE_PRICE_PARA', 'STRIPE_PRICE_PORTAL'],
  ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['FREEAGENT_CLIENT_ID', 'FREEAGENT_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['QUICKBOOKS_CLIENT_ID', 'QUICKBOOKS_CLIENT_SECRET'],
  ['XERO_CLIENT_ID', 'XERO_CLIENT_SECRET'],
] as const

/**
 * Reads the configuration from the environment; an empty variable counts as missing, except the proxies.
 * @throws StartError naming every fault at once
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const read = environment.safeParse(variables)
  if (!read.success) {
    const faults = read.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new StartError(['The configuration is not right:', ...faults].join('\n'))
  }
  const env = read.data
  const port = env.PORT ?? DEFAULT_PORT
  return {
    port,
    host: env.PRITCHEL_HOST ?? 'localhost',
    dataFolder: env.PRITCHEL_DATA ?? 'data',
    ...(env.PRITCHEL_BACKUPS && { backupsFolder: env.PRITCHEL_BACKUPS }),
    ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
    demo: { opens: env.PRITCHEL_DEMO ?? 'copy', ready: env.PRITCHEL_DEMO_READY ?? DEMO_READY, most: env.PRITCHEL_DEMO_MOST ?? DEMO_MOST },
    mode: env.PRITCHEL_MODE ?? 'test',
    origin: env.PRITCHEL_ORIGIN ?? `http://localhost:${port}`,
    proxies: env.PRITCHEL_PROXIES ?? DEFAULT_PROXIES,
    ...(env.SMTP_URL && env.MAIL_FROM && { mail: { url: env.SMTP_URL, from: env.MAIL_FROM } }),
    ...wordsOut(env),
    ...stripeOf(env),
    ...sellingOf(env),
    ...(env.PRITCHEL_VAULT_KEY && { vaultKeys: keysIn(env.PRITCHEL_VAULT_KEY) }),
    ...oauthOf(env),
    reachable: env.PRITCHEL_REACH?.split(/, */) ?? [],
    ...(env.PRITCHEL_CLOCK && { clock: env.PRITCHEL_CLOCK }),
    ...(env.PRITCHEL_DEMO_PHOTOS && { demoPhotosFolder: env.PRITCHEL_DEMO_PHOTOS }),
    statements: env.PRITCHEL_STATEMENTS ?? 'prepared',
    worker: env.PRITCHEL_WORKER ?? 'inside',
    ...(env.PRITCHEL_MAP_STYLE_URL && { mapStyleUrl: env.PRITCHEL_MAP_STYLE_URL }),
    ...(env.PRITCHEL_GEOCODER_URL && { geocoderUrl: env.PRITCHEL_GEOCODER_URL }),
    ...(env.TRANSCRIBE_URL && {
      transcriber: {
        url: env.TRANSCRIBE_URL,
        model: env.TRANSCRIBE_MODEL ?? DEFAULT_MODEL,
        ...(env.TRANSCRIBE_KEY && { key: env.TRANSCRIBE_KEY }),
      },
    }),
    ...s3Of(env),
    logLevel: env.LOG_LEVEL ?? 'warn',
  }
}

type Environment = z.output<typeof environment>

/** The ways out, and in, for words. */
function wordsOut(env: Environment): Pick<Config, 'twilio' | 'inboundMail' | 'pushKeys'> {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env
  const baseUrl = (env.TWILIO_BASE_URL ?? 'https://api.twilio.com').replace(/\/$/, '')
  const { INBOUND_MAIL_SECRET: secret, INBOUND_MAIL_DOMAIN: domain, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  return {
    ...(accountSid && authToken && from && { twilio: { accountSid, authToken, from, baseUrl } }),
    ...(secret && domain && { inboundMail: { secret, domain: domain.toLowerCase() } }),
    ...(publicKey && privateKey && { pushKeys: { publicKey, privateKey } }),
  }
}

/** Each address Stripe calls has a secret of its own. */
function stripeOf(env: Environment): Pick<Config, 'stripe' | 'stripePrices'> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets, STRIPE_BASE_URL: baseUrl } = env
  if (!secretKey || !secrets) return {}
  const { STRIPE_PRICE_ESSENTIAL: essential, STRIPE_PRICE_PROFESSIONAL: professional, STRIPE_PRICE_ENTERPRISE: enterprise } = env
  return {
    stripe: { secretKey, webhookSecrets: secrets.split(',').map((secret) => secret.trim()), ...(baseUrl && { baseUrl }) },
    ...(essential && professional && enterprise && { stripePrices: { essential, professional, enterprise } }),
  }
}

/** Services are sold where they have prices and a seller with a name; the seller may be named before. */
function sellingOf(env: Environment): Pick<Config, 'servicePrices' | 'seller'> {
  const { STRIPE_PRICE_VET: vet, STRIPE_PRICE_PARA: para, STRIPE_PRICE_PORTAL: portal } = env
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_EMAIL: email, SELLER_VAT_NUMBER: vatNumber } = env
  return {
    ...(vet && para && portal && { servicePrices: { 'vet-integration': vet, 'para-professional': para, portal } }),
    ...(name && address && email && { seller: { name, address, email, ...(vatNumber && { vatNumber }) } }),
  }
}

function oauthOf(env: Environment): Pick<Config, 'oauthApps'> {
  const apps = OAUTH_VENDORS.flatMap((name) => {
    const [id, secret] = [env[`${name}_CLIENT_ID`], env[`${name}_CLIENT_SECRET`]]
    const callsADay = name === 'XERO' ? (env.XERO_CALLS_A_DAY ?? XERO_CALLS_A_DAY) : undefined
    return id && secret ? [[name, { id, secret, ...(callsADay && { callsADay }) }] as const] : []
  })
  return apps.length > 0 ? { oauthApps: Object.fromEntries(apps) } : {}
}

/** Amazon puts the bucket's name in the host, almost all others in the path. */
function s3Of(env: Environment): { s3?: S3Settings } {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket || !accessKeyId || !secretAccessKey) return {}
  const isInPath = env.S3_PATH_STYLE ? env.S3_PATH_STYLE === 'true' : endpoint !== undefined
  return { s3: { ...(endpoint && { endpoint }), region: env.S3_REGION ?? 'us-east-1', bucket, accessKeyId, secretAccessKey, isInPath } }
}

function wholeNumber(from: number, to: number) {
  const between = `must be ${from} to ${to}`
  return z.coerce.number('must be a number').int('must be a whole number').min(from, between).max(to, between)
}

function text<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional())
}

/** Keys with commas between them. */
const keysIn = (list: string): string[] => list.split(',').map((key) => key.trim())

function isOrigin(value: string) {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value
}
