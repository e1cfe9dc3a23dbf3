import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import type { Exchanged, Integration } from '#features/office/integrations/contract.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { pictureToPost } from '#features/office/integrations/server/post-picture.ts'
import type { NewPost, Post, Target } from '#features/office/posts/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach } from '#platform/server/reach.ts'
import { storeFile } from '#testing/files.ts'
import { photoWithPlace } from '#testing/pictures.ts'
import type { TestServer } from '#testing/server.ts'

type World = { network: string; host: string; address?: string; settings?: object }

/** A practice that posts to a network of a test, and its worker. */
export function posting(server: TestServer, { network, host, address, settings = { apiKey: 'key-1234-3f9a' } }: World) {
  const { gareth } = server
  const made = async <T = { id: string }>(path: string, body: object): Promise<T> => {
    const answer = await gareth.post(path, body)
    if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`)
    return answer.json<T>()
  }
  const put = async (enabled: boolean, more: object = {}) => {
    const answer = await gareth.put(`/api/integrations/${network}`, { enabled, settings: more })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<Integration>()
  }
  const consent = async (clientId: string) =>
    (await made('/api/photo-consents', { clientId, uses: ['social'], how: 'said', wordingVersion: 1 })).id
  const addHorse = async (name = 'Sarah Penrose') => {
    const { id: clientId } = await made('/api/clients', { name })
    const { id } = await made('/api/horses', { name: 'Bramble', clientId })
    return { id, clientId, consent: await consent(clientId) }
  }
  /** A picture as a phone takes it, with its place in it, on record of a horse; and ours of it made, unless `isMade` is false. */
  const addPicture = async (horseId: string, { isMade = true, content }: { isMade?: boolean; content?: Buffer } = {}) => {
    const fileId = await storeFile(gareth, content ?? (await photoWithPlace(1608, 1000)))
    const { id } = await made('/api/file-attachments', { fileId, fileType: 'image', fileName: 'Before and after.jpg', horseId })
    const make = () => makePictures(server.db, server.app.setup.files).handle({ practiceId: gareth.practiceId, fileId })
    if (isMade) await make()
    return { id, fileId, make }
  }
  const whole = (horseId: string, pictureId: string, more: Partial<NewPost> = {}): NewPost => ({
    ...{ horseId, pictureId, text: 'Eight weeks apart', altText: 'Two hooves from the side', networks: [network] },
    ...{ nobodyAt: currentTime().toISOString(), state: 'posting' },
    ...more,
  })
  const press = async (horseId: string, more: Partial<NewPost> = {}) =>
    made<Post>('/api/posts', whole(horseId, (await addPicture(horseId)).id, more))
  const targetOf = async ({ id }: { id: string }): Promise<Target | undefined> => {
    const row = await gareth.inPractice((tx) => tx.selectFrom('posts').select('targets').where('id', '=', id).executeTakeFirst())
    return row?.targets[network]
  }
  return {
    ...{ made, put, consent, addHorse, addPicture, whole, press, targetOf },
    connect: () => put(true, settings),
    change: (path: string, body: object) => gareth.put(path, body),
    read: async ({ id }: { id: string }) => (await gareth.get('/api/posts')).json<Post[]>().find((one) => one.id === id) as Post,
    card: async () => (await gareth.get('/api/integrations')).json<Integration[]>().find(({ id }) => id === network) as Integration,
    log: async () => (await gareth.get(`/api/integrations/${network}/log`)).json<Exchanged[]>().map(({ verb, count }) => [verb, count]),
    answer: async ({ id }: { id: string }, answer: string) => gareth.post(`/api/posts/${id}/networks/${network}`, { answer }),
    /** The worker: all that is due, that has changed, or that waits after a failure. */
    pass: async (reachable: readonly string[] = [host]) => {
      const later = new Date(currentTime().getTime() - 1)
      await gareth.inPractice((tx) => tx.updateTable('connections').set({ next_at: later }).where('next_at', 'is not', null).execute())
      await takeExchanges(server.db, new Date(currentTime().getTime() + 48 * 3_600_000))
      const { files, vault } = server.app.setup
      const places = { reach: openReach({ reach: [host] }), reachable, ...(address && { farOrigins: { [network]: address } }) }
      const pictures = (sha256: string, most: number) => pictureToPost(files, sha256, most)
      const run = { ...places, db: server.db, vault, pictures, isTestVersion: true, origin: 'http://localhost:3000' }
      await exchangePractice({ ...run, log: { error: (details: object) => Promise.reject(details) } }, gareth.practiceId)
    },
  }
}
