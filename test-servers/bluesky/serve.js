// A real server of Bluesky's protocol with a directory of accounts of its own, on loopback alone. Argument: a folder for all it keeps.
// Prints a line of JSON: where it is, and the account that was made on it. It ends with its standard input.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { envToCfg, envToSecrets, PDS } from '@atproto/pds'

const folder = process.argv[2]
const { Database, PlcServer } = createRequire(import.meta.url)('@did-plc/server')
for (const name of ['actors', 'blobs', 'blobs-coming']) mkdirSync(join(folder, name))

const [plcPort, port] = [await freePort(), await freePort()]
const plc = PlcServer.create({ db: Database.mock(), port: plcPort })
onLoopback(plc.app)
await plc.start()

const secret = () => randomBytes(32).toString('hex')
const env = {
  port,
  hostname: 'localhost',
  devMode: true,
  dataDirectory: folder,
  blobstoreDiskLocation: join(folder, 'blobs'),
  blobstoreDiskTmpLocation: join(folder, 'blobs-coming'),
  didPlcUrl: `http://127.0.0.1:${plcPort}`,
  serviceHandleDomains: ['.test'],
  inviteRequired: false,
  disableSsrfProtection: true,
  jwtSecret: secret(),
  adminPassword: secret(),
  plcRotationKeyK256PrivateKeyHex: secret(),
}
const pds = await PDS.create(envToCfg(env), envToSecrets(env))
onLoopback(pds.app)
await pds.start()

const password = secret()
const answer = await fetch(`http://127.0.0.1:${port}/xrpc/com.atproto.server.createAccount`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ handle: 'gareth.test', email: 'gareth@probert.example', password }),
})
if (!answer.ok) throw new Error(`no account: ${answer.status} ${await answer.text()}`)
const { did, handle, accessJwt: token } = await answer.json()
process.stdout.write(`${JSON.stringify({ port, did, handle, password, token })}\n`)

process.stdin.resume().once('end', () => process.exit())

/** Both would listen to every network this machine is on. */
function onLoopback(app) {
  const listen = app.listen.bind(app)
  app.listen = (at, ...more) => listen(at, '127.0.0.1', ...more)
}

async function freePort() {
  const server = createServer()
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const { port: free } = server.address()
  await new Promise((done) => server.close(done))
  return free
}
