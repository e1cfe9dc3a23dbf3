import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bucketOnDemand, type S3Settings } from '#platform/server/files/s3.ts'
import { PYTHON } from '#testing/has-s3.ts'

const PROGRAM = fileURLToPath(new URL('./s3-server.py', import.meta.url))

const [accessKeyId, secretAccessKey] = ['pritchel:files', 'not-a-secret']

let server: Promise<string> | undefined
let buckets = 0

/** An empty bucket of the S3 server of this process, which checks signatures, keeps what it has in memory and ends with the process. */
export async function openBucket(): Promise<S3Settings> {
  server ??= startServer()
  buckets += 1
  const settings = { endpoint: await server, region: 'us-east-1', bucket: `files-${buckets}`, accessKeyId, secretAccessKey, isInPath: true }
  const { s3, Bucket } = await bucketOnDemand(settings)()
  await s3.createBucket({ Bucket })
  return settings
}

/** The origin of one on loopback. It ends when its input does, and keeps no process from ending. */
async function startServer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pritchel-s3-'))
  const child = spawn(PYTHON, [PROGRAM, folder, accessKeyId, secretAccessKey], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the S3 server ended with ${code}`))),
  ])
  child.unref()
  for (const pipe of [child.stdin, child.stdout]) (pipe as Socket).unref()
  return `http://127.0.0.1:${String(port).trim()}`
}
