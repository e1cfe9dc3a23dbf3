import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bucketOnDemand, type S3Settings } from '#platform/server/s3.ts'
import { PYTHON } from '#testing/has-s3.ts'

const PROGRAM = fileURLToPath(new URL('./s3-server.py', import.meta.url))

/** An S3 server of our own on loopback, which checks signatures and keeps what it has in memory; it ends with this process. */
export async function startS3(): Promise<{ settings: S3Settings; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pritchel-s3-'))
  const [accessKeyId, secretAccessKey, bucket] = ['pritchel:files', 'not-a-secret', 'files']
  const child = spawn(PYTHON, [PROGRAM, folder, accessKeyId, secretAccessKey], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [port] = await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`the S3 server ended with ${code}`))),
  ])
  const settings = {
    endpoint: `http://127.0.0.1:${String(port).trim()}`,
    region: 'us-east-1',
    bucket,
    accessKeyId,
    secretAccessKey,
    isInPath: true,
  }
  const { s3, Bucket } = await bucketOnDemand(settings)()
  await s3.createBucket({ Bucket })
  return {
    settings,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
