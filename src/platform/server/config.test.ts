import { describe, expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'

const [NEWER_KEY, OLDER_KEY] = [Buffer.alloc(32, 2).toString('base64'), Buffer.alloc(32, 1).toString('base64')]

describe('the configuration', () => {
  test('is complete when nothing is set', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: 'localhost',
      dataFolder: 'data',
      mode: 'test',
      demo: { opens: 'copy', ready: 30, most: 200 },
      origin: 'http://localhost:3000',
      proxies: '127.0.0.1, ::1',
      reachable: [],
      statements: 'prepared',
      worker: 'inside',
      logLevel: 'warn',
    })
  })

  test('a way to send or receive is complete, or reported as incomplete', () => {
    const prices = { STRIPE_PRICE_ESSENTIAL: 'price_e', STRIPE_PRICE_PROFESSIONAL: 'price_p', STRIPE_PRICE_ENTERPRISE: 'price_x' }
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b' }
    expect(readConfig({ ...keys, ...prices }).stripePrices).toEqual({
      essential: 'price_e',
      professional: 'price_p',
      enterprise: 'price_x',
    })
    expect(messageOf(() => readConfig(prices))).toContain('STRIPE_SECRET_KEY is needed with STRIPE_PRICE_ESSENTIAL')
    expect(
      messageOf(() => readConfig({ TWILIO_FROM: '+447700900000', INBOUND_MAIL_DOMAIN: 'reply.example', VAPID_PUBLIC_KEY: 'x' })),
    ).toEqual(
      [
        'The configuration is not right:',
        '  TWILIO_ACCOUNT_SID is needed with TWILIO_FROM',
        '  TWILIO_AUTH_TOKEN is needed with TWILIO_FROM',
        '  INBOUND_MAIL_SECRET is needed with INBOUND_MAIL_DOMAIN',
        '  VAPID_PRIVATE_KEY is needed with VAPID_PUBLIC_KEY',
      ].join('\n'),
    )
  })

  test('services need a seller with a name and an address, a price each, and card payments', () => {
    const prices = { STRIPE_PRICE_VET: 'price_v', STRIPE_PRICE_PARA: 'price_a', STRIPE_PRICE_PORTAL: 'price_o' }
    const seller = { SELLER_NAME: 'Pritchel Ltd', SELLER_ADDRESS: '1 Forge Lane, Brecon', SELLER_EMAIL: 'hello@seller.example' }
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_a' }
    expect(readConfig({ ...keys, ...prices, ...seller, SELLER_VAT_NUMBER: 'GB123456789' })).toMatchObject({
      servicePrices: { 'vet-integration': 'price_v', 'para-professional': 'price_a', portal: 'price_o' },
      seller: { name: 'Pritchel Ltd', address: '1 Forge Lane, Brecon', email: 'hello@seller.example', vatNumber: 'GB123456789' },
    })
    expect(readConfig(seller).servicePrices).toBeUndefined()
    for (const [variables, fault] of [
      [{ ...keys, ...prices }, 'SELLER_NAME is needed with STRIPE_PRICE_VET'],
      [{ ...prices, ...seller }, 'STRIPE_SECRET_KEY is needed with STRIPE_PRICE_VET'],
      [{ SELLER_NAME: 'Pritchel Ltd' }, 'SELLER_ADDRESS is needed with SELLER_NAME'],
      [{ STRIPE_PRICE_PORTAL: 'price_o' }, 'STRIPE_PRICE_VET is needed with STRIPE_PRICE_PORTAL'],
      [{ SELLER_VAT_NUMBER: 'GB123456789' }, 'SELLER_NAME is needed with SELLER_VAT_NUMBER'],
    ] as const)
      expect(messageOf(() => readConfig(variables))).toContain(fault)
  })

  test('takes everything that can be set', () => {
    const set = {
      PORT: '8080',
      PRITCHEL_HOST: '0.0.0.0',
      PRITCHEL_DATA: '/srv/pritchel',
      DATABASE_URL: 'postgresql://owner:secret@db.example/pritchel?sslmode=require',
      PRITCHEL_MODE: 'production',
      PRITCHEL_DEMO: 'original',
      PRITCHEL_DEMO_READY: '0',
      PRITCHEL_DEMO_MOST: '20',
      PRITCHEL_ORIGIN: 'https://diary.example',
      SMTP_URL: 'smtps://me:secret@mail.example:465',
      MAIL_FROM: 'Pritchel <diary@example.org>',
      PRITCHEL_STATEMENTS: 'plain',
      PRITCHEL_WORKER: 'none',
      PRITCHEL_MAP_STYLE_URL: 'https://tiles.example/style.json?key=a',
      PRITCHEL_GEOCODER_URL: 'https://geocoder.example/search',
      TRANSCRIBE_URL: 'https://transcribe.example/v1',
      TRANSCRIBE_KEY: 'secret',
      TRANSCRIBE_MODEL: 'whisper-large-v3',
      TWILIO_ACCOUNT_SID: 'AC0123',
      TWILIO_AUTH_TOKEN: 'secret',
      TWILIO_FROM: '+447700900000',
      INBOUND_MAIL_SECRET: 'sixteen letters or more',
      INBOUND_MAIL_DOMAIN: 'Reply.diary.example',
      VAPID_PUBLIC_KEY: 'public',
      VAPID_PRIVATE_KEY: 'private',
      PRITCHEL_VAULT_KEY: `${NEWER_KEY}, ${OLDER_KEY}`,
      PRITCHEL_REACH: 'calendar.local:5232, roads.local',
      GOOGLE_CLIENT_ID: 'ours',
      GOOGLE_CLIENT_SECRET: 'secret',
      MICROSOFT_CLIENT_ID: 'ours too',
      MICROSOFT_CLIENT_SECRET: 'secret too',
      LOG_LEVEL: 'info',
    }
    expect(readConfig(set)).toEqual({
      port: 8080,
      host: '0.0.0.0',
      dataFolder: '/srv/pritchel',
      databaseUrl: set.DATABASE_URL,
      mode: 'production',
      demo: { opens: 'original', ready: 0, most: 20 },
      origin: 'https://diary.example',
      proxies: '127.0.0.1, ::1',
      mail: { url: set.SMTP_URL, from: set.MAIL_FROM },
      vaultKeys: [NEWER_KEY, OLDER_KEY],
      reachable: ['calendar.local:5232', 'roads.local'],
      oauthApps: { GOOGLE: { id: 'ours', secret: 'secret' }, MICROSOFT: { id: 'ours too', secret: 'secret too' } },
      statements: 'plain',
      worker: 'none',
      mapStyleUrl: set.PRITCHEL_MAP_STYLE_URL,
      geocoderUrl: set.PRITCHEL_GEOCODER_URL,
      transcriber: { url: set.TRANSCRIBE_URL, key: 'secret', model: 'whisper-large-v3' },
      twilio: { accountSid: 'AC0123', authToken: 'secret', from: '+447700900000', baseUrl: 'https://api.twilio.com' },
      inboundMail: { secret: 'sixteen letters or more', domain: 'reply.diary.example' },
      pushKeys: { publicKey: 'public', privateKey: 'private' },
      logLevel: 'info',
    })
  })

  test('a registration at a vendor is whole, or the error names what is missing', () => {
    const whole = { GOOGLE_CLIENT_ID: 'ours.apps.example', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(readConfig(whole).oauthApps).toEqual({ GOOGLE: { id: 'ours.apps.example', secret: 'secret' } })
    const xero = { XERO_CLIENT_ID: 'ours', XERO_CLIENT_SECRET: 'secret' }
    expect(readConfig(xero).oauthApps).toEqual({ XERO: { id: 'ours', secret: 'secret', callsADay: 1000 } })
    expect(readConfig({ ...xero, XERO_CALLS_A_DAY: '5000' }).oauthApps).toMatchObject({ XERO: { callsADay: 5000 } })
    expect(
      messageOf(() => readConfig({ ...whole, GOOGLE_CLIENT_SECRET: '', MICROSOFT_CLIENT_SECRET: 'secret' }))
        .split('\n')
        .slice(1),
    ).toEqual(['  GOOGLE_CLIENT_SECRET is needed with GOOGLE_CLIENT_ID', '  MICROSOFT_CLIENT_ID is needed with MICROSOFT_CLIENT_SECRET'])
  })

  test('takes an empty variable as none', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000 })
    expect(readConfig({ DATABASE_URL: '' })).not.toHaveProperty('databaseUrl')
  })

  test('knows a transcription server’s usual model, and takes no key without a server', () => {
    const url = 'http://localhost:8000'
    expect(readConfig({ TRANSCRIBE_URL: url }).transcriber).toEqual({ url, model: 'whisper-1' })
    expect(messageOf(() => readConfig({ TRANSCRIBE_KEY: 'secret' }))).toContain('TRANSCRIBE_URL is needed with TRANSCRIBE_KEY')
  })

  test('takes a bucket for files, by default in the path when the server is not Amazon’s', () => {
    const keys = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'me', S3_SECRET_ACCESS_KEY: 'secret' }
    const bucket = { bucket: 'files', accessKeyId: 'me', secretAccessKey: 'secret' }
    const endpoint = 'https://s3.example'
    expect(readConfig({ ...keys, S3_ENDPOINT: endpoint }).s3).toEqual({ ...bucket, endpoint, region: 'us-east-1', isInPath: true })
    expect(readConfig({ ...keys, S3_REGION: 'eu-west-2' }).s3).toEqual({ ...bucket, region: 'eu-west-2', isInPath: false })
    expect(readConfig({ ...keys, S3_ENDPOINT: endpoint, S3_PATH_STYLE: 'false' }).s3?.isInPath).toBe(false)
    expect(
      messageOf(() => readConfig({ S3_BUCKET: 'files' }))
        .split('\n')
        .slice(1),
    ).toEqual([
      '  S3_ACCESS_KEY_ID is needed to keep files in object storage',
      '  S3_SECRET_ACCESS_KEY is needed to keep files in object storage',
      '  S3_REGION is needed without S3_ENDPOINT, like eu-west-2',
    ])
  })

  test('takes the proxies as they are listed; an empty list trusts none', () => {
    expect(readConfig({ PRITCHEL_PROXIES: '127.0.0.2, 10.0.0.0/8' }).proxies).toBe('127.0.0.2, 10.0.0.0/8')
    expect(readConfig({ PRITCHEL_PROXIES: '' }).proxies).toBe('')
    expect(() => readConfig({ PRITCHEL_PROXIES: 'proxy.example' })).toThrow(
      'PRITCHEL_PROXIES must be addresses or ranges with commas, like 127.0.0.1, ::1, 10.0.0.0/8',
    )
  })

  test('puts the port into the default origin', () => {
    expect(readConfig({ PORT: '4100' }).origin).toBe('http://localhost:4100')
  })

  test('names every fault at once', () => {
    const faulty = {
      PORT: 'high',
      DATABASE_URL: 'mysql://root@db/pritchel',
      PRITCHEL_MODE: 'live',
      PRITCHEL_ORIGIN: 'https://diary.example/app',
      SMTP_URL: 'mail.example',
      MAIL_FROM: 'me',
      PRITCHEL_WORKER: 'two',
      LOG_LEVEL: 'loud',
    }
    const said = messageOf(() => readConfig(faulty))
    for (const name of Object.keys(faulty)) expect(said).toContain(`  ${name} must `)
    expect(said.split('\n')).toHaveLength(1 + Object.keys(faulty).length)
  })

  test.each(['70000', '-1', '3.5'])('refuses port %s', (PORT) => {
    expect(messageOf(() => readConfig({ PORT }))).toContain('PORT must be')
  })

  test('takes a folder of photos for the demo, which only the test version has', () => {
    expect(readConfig({ PRITCHEL_DEMO_PHOTOS: '/srv/photos' })).toMatchObject({ demoPhotosFolder: '/srv/photos' })
    expect(readConfig({ PRITCHEL_DEMO_PHOTOS: ' ' })).not.toHaveProperty('demoPhotosFolder')
    const production = { PRITCHEL_MODE: 'production', PRITCHEL_ORIGIN: 'https://diary.example', PRITCHEL_DEMO_PHOTOS: '/srv/photos' }
    expect(messageOf(() => readConfig(production))).toContain('PRITCHEL_DEMO_PHOTOS is for the test version only')
  })

  test('wants an address in production, and a sender for e-mail', () => {
    expect(messageOf(() => readConfig({ PRITCHEL_MODE: 'production', SMTP_URL: 'smtp://mail.example' }))).toBe(
      [
        'The configuration is not right:',
        '  MAIL_FROM is needed with SMTP_URL',
        '  PRITCHEL_ORIGIN is needed in production, like https://diary.example',
      ].join('\n'),
    )
  })
})

function messageOf(act: () => unknown) {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}
