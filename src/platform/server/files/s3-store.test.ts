import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { afterRestore } from '#app/backups.ts'
import { buildApp } from '#app/build-app.ts'
import { currentMs } from '#lib/clock.ts'
import { makeBackup } from '#platform/server/backup/backup.ts'
import { restoreBackup } from '#platform/server/backup/restore.ts'
import { checkBackup } from '#platform/server/backup/restore-check.ts'
import { bucketOnDemand, originOf, type S3Settings } from '#platform/server/files/s3.ts'
import { s3FileStore } from '#platform/server/files/s3-store.ts'
import { derivedKey, type FileStore, Replaced } from '#platform/server/files/store.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { photoOf, putBytes, requestUpload, sha256Of, storeFile } from '#testing/files.ts'
import { hasS3 } from '#testing/has-s3.ts'
import { makeHosting } from '#testing/hosted.ts'
import { openBucket } from '#testing/s3.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { contentOf } from '#testing/stores.ts'

const MB = 1024 * 1024
const inAnHour = () => new Date(currentMs() + 3_600_000)
const put = async (url: string, content: Buffer) => (await fetch(url, { method: 'PUT', body: new Uint8Array(content) })).status

describe.skipIf(!hasS3())(`a bucket${hasS3() ? '' : ' (python3-swift is not installed)'}`, () => {
  let settings: S3Settings
  let files: FileStore
  let server: TestServer
  let list: (prefix: string) => Promise<string[]>
  beforeAll(async () => {
    settings = await openBucket()
    files = s3FileStore(settings)
    server = await startTestServer({ files })
    const open = bucketOnDemand(settings)
    list = async (Prefix) => {
      const { s3: client, Bucket } = await open()
      return ((await client.listObjectsV2({ Bucket, Prefix })).Contents ?? []).map(({ Key = '' }) => Key)
    }
  })
  afterAll(async () => {
    await server.stop()
  })

  describe('gives a sender an address of its own', () => {
    test('that takes the announced bytes once, and the file is on record as from a disk', async () => {
      const content = photoOf(20_000)
      const asked = { bytes: content.length, sha256: sha256Of(content) }
      const { id, uploadURL, way } = await requestUpload(server.gareth, asked)
      expect([way, new URL(uploadURL ?? '').origin]).toEqual(['put', files.sendsTo])
      expect(await put(uploadURL ?? '', content)).toBe(200)
      // The product's contract has no second question (Spec §7): the record names the address it was sent to.
      const clientId = (await server.gareth.post('/api/clients', { name: 'Sarah' })).json<{ id: string }>().id
      const body = { fileUrl: uploadURL, fileType: 'image', fileName: 'Biscuit.jpg', clientId }
      expect((await server.gareth.post('/api/file-attachments', body)).json()).toMatchObject({ fileId: id, fileSize: 20_000 })
      expect((await server.gareth.get(`/api/objects/${id}`)).rawPayload).toEqual(content)
      expect(await list('arriving/')).toEqual([])
    })

    test('that is refused once a letter of it is changed, or for more or fewer bytes', async () => {
      const content = photoOf(3000)
      const { uploadURL } = await requestUpload(server.gareth, { bytes: content.length })
      const url = new URL(uploadURL ?? '')
      const tampered = (name: string, value: string) => {
        const other = new URL(url)
        other.searchParams.set(name, value)
        return other.href
      }
      const elsewhere = new URL(url)
      elsewhere.pathname = elsewhere.pathname.replace('/arriving/', '/kept/')
      expect(await put(elsewhere.href, content)).toBe(403)
      expect(await put(tampered('X-Amz-Expires', '7200'), content)).toBe(403)
      expect(await put(tampered('X-Amz-Signature', 'a'.repeat(64)), content)).toBe(403)
      expect(await put(url.href, content.subarray(1))).toBe(403)
      expect(await put(url.href, Buffer.concat([content, content]))).toBe(403)
      expect(await put(url.href, content)).toBe(200)
    })

    test('which the browser is allowed to send to, and nowhere else', async () => {
      const app = await buildApp({ ...server.app.setup })
      const { headers } = await app.inject('/api/health')
      expect(headers['content-security-policy']).toContain(`connect-src 'self' ${originOf(settings)};`)
      await app.close()
      const named = { region: 'eu-west-2', bucket: 'photos' }
      expect(originOf({ ...named, isInPath: false })).toBe('https://photos.s3.eu-west-2.amazonaws.com')
      expect(originOf({ ...named, endpoint: 'https://s3.example:9000', isInPath: true })).toBe('https://s3.example:9000')
    })
  })

  test('keeps nothing that is of a kind that is not kept, or not what was announced', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    for (const [asked, code] of [
      [{ bytes: page.length, mime: 'image/jpeg' }, 'file_refused'],
      [{ bytes: page.length, sha256: 'd'.repeat(64) }, 'file_damaged'],
    ] as const) {
      const { id, uploadURL } = await requestUpload(server.gareth, asked)
      expect((await putBytes(server.gareth, uploadURL ?? '', page)).statusCode).toBe(200)
      expect((await server.gareth.post('/api/objects/upload', { ...asked, id })).json()).toMatchObject({ code })
      expect(await list(`arriving/${id}`)).toEqual([])
    }
    expect(await files.find(sha256Of(page))).toBeUndefined()
  })

  test('never takes for one file what its sender put there after it was read through', async () => {
    const [shown, swapped] = [photoOf(4000), photoOf(4000)]
    const url = (await files.presign?.('swapped', 4000)) ?? ''
    expect(await put(url, shown)).toBe(200)
    const arrival = await files.inspect('swapped')
    expect(await put(url, swapped)).toBe(200)
    await expect(files.keep('swapped', arrival)).rejects.toThrow(Replaced)
    expect(await files.find(arrival.sha256)).toBeUndefined()
    await files.drop('swapped')
  })

  test('takes a large file of unknown length, whole or not at all', async () => {
    const content = photoOf(11 * MB)
    const arrival = await files.receive('large', Readable.from(chunksOf(content)), 20 * MB)
    expect(arrival).toMatchObject({ bytes: content.length, sha256: sha256Of(content) })
    const kept = await contentOf(files, await files.keep('large', arrival))
    expect(kept?.equals(content)).toBe(true)
    await expect(files.receive('longer', Readable.from(chunksOf(content)), 10 * MB)).rejects.toThrow('more than')
    expect(await files.arrivedBytes('longer')).toBeUndefined()
  })

  test('deletes abandoned uploads, in one piece and in parts, and nothing younger', async () => {
    const { id, uploadURL } = await requestUpload(server.gareth, { bytes: 6 * MB })
    const answer = await server.app.inject({
      method: 'PATCH',
      url: uploadURL ?? '',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      payload: photoOf(MB),
    })
    expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, String(MB)])
    await files.receive('whole', Readable.from([photoOf(10)]), 10)
    const there = await list('arriving/')
    expect(there.filter((key) => key.includes(id))).toHaveLength(2)
    await files.dropStale(new Date(currentMs() - 3_600_000))
    expect(await list('arriving/')).toEqual(there)
    await files.dropStale(inAnHour())
    expect(await list('arriving/')).toEqual([])
  })

  test('removes what was made of files that are gone, and no other', async () => {
    const [first, second, third] = await Promise.all([0, 1, 2].map(() => storeFile(server.gareth)))
    const hashes = (await server.asOwner(`select sha256 from files where id in ('${[first, second, third].join("','")}')`)).map(
      ({ sha256 }) => String(sha256),
    )
    const lone = ['0', 'f'].map((digit) => digit.repeat(64))
    for (const sha256 of [...hashes, ...lone]) await files.put(derivedKey(sha256, '200.jpg'), Buffer.from('small'))
    await files.dropLoneDerived()
    expect(await list('derived/')).toEqual(hashes.sort().map((sha256) => derivedKey(sha256, '200.jpg')))
    await files.remove(hashes[1] ?? '', inAnHour())
    await files.dropLoneDerived()
    expect(await list('derived/')).not.toContain(derivedKey(hashes[1] ?? '', '200.jpg'))
  })

  test('is backed up with the rest, and a restore fills another bucket', async () => {
    const content = photoOf(30_000)
    const sha256 = sha256Of(content)
    await storeFile(server.gareth, content)
    const backupsFolder = await mkdtemp(join(tmpdir(), 'pritchel-s3-backup-'))
    const owner = { ...inject('database'), database: server.db.pool.options.database }
    const { folder } = await makeBackup({ owner, files, backupsFolder })
    const manifest = await checkBackup(folder)
    expect(manifest.files).toContainEqual({ sha256, bytes: content.length })
    const away = s3FileStore({ ...settings, endpoint: 'http://127.0.0.1:1' })
    await rm(join(folder, 'files'), { recursive: true })
    await expect(makeBackup({ owner, files: away, backupsFolder })).rejects.toThrow(
      /^The files in files-\d+ at .+ can't be reached \(ECONNREFUSED\)/,
    )
    const again = (await makeBackup({ owner, files, backupsFolder })).folder

    const hosting = await makeHosting()
    const empty = await hosting.database()
    const elsewhere = await openBucket()
    const jobs = await openJobs(empty.owner, { error: () => {} })
    const into = { owner: empty.owner, folder: again, manifest: await checkBackup(again), afterwards: afterRestore(again) }
    await restoreBackup({ ...into, files: s3FileStore(elsewhere), mayReplace: async () => false })
    expect(await contentOf(s3FileStore(elsewhere), sha256)).toEqual(content)
    await jobs.close()
    await hosting.close()
    await rm(backupsFolder, { recursive: true })
  })

  test('that does not answer is a server that is busy, which a device tries again', async () => {
    const away = await buildApp({ ...server.app.setup, files: s3FileStore({ ...settings, endpoint: 'http://127.0.0.1:1' }) })
    const payload = { bytes: 6 * MB }
    const answer = await away.inject({ method: 'POST', url: '/api/objects/upload', cookies: server.gareth.cookies, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'busy'])
    await away.close()
  })
})

function* chunksOf(content: Buffer) {
  for (let at = 0; at < content.length; at += 700_000) yield content.subarray(at, at + 700_000)
}
