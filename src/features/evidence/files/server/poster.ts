import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { MOST_PIXELS } from '#features/evidence/files/rules.ts'
import type { PictureFault } from '#features/evidence/files/server/queries.ts'
import { sizeOf } from '#platform/server/files/disk.ts'
import { watched } from '#platform/server/jobs/apart.ts'

/** By what each is opened: left to guess, ffmpeg would take a list of other files for a video. */
const DEMUXERS: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/x-msvideo': 'avi',
  'video/mpeg': 'mpeg',
}
const MOST_MS = 30_000
const MOST_CPU_SECONDS = 20
const MOST_KB = 2_000_000
const NOT_FOUND = 127

/** Writes a picture of a video into `folder`; the picture maker then handles it like any other. Or returns why there is none. */
export async function takePoster(path: string, folder: string, mime: string): Promise<{ poster: string } | { fault: PictureFault }> {
  const poster = join(folder, 'poster.png')
  // A second in, the phone is held where it should be; a shorter film has only its beginning.
  for (const at of ['1', '0']) {
    const { code, signal, isLate } = await ffmpeg(path, poster, { mime, at })
    if (code === NOT_FOUND) return { fault: 'no_ffmpeg' }
    if (isLate || signal === 'SIGXCPU') return { fault: 'too_slow' }
    if (code === 0 && (await sizeOf(poster))) return { poster }
  }
  return { fault: 'unreadable' }
}

async function ffmpeg(path: string, poster: string, { mime, at }: { mime: string; at: string }) {
  const careful = ['-nostdin', '-v', 'quiet', '-timelimit', `${MOST_CPU_SECONDS}`, '-max_alloc', `${MOST_KB * 500}`]
  const input = ['-protocol_whitelist', 'file', '-f', DEMUXERS[mime] ?? 'mov', '-threads', '1', '-max_pixels', `${MOST_PIXELS}`]
  const output = [
    '-an',
    '-sn',
    '-dn',
    '-frames:v',
    '1',
    '-map_metadata',
    '-1',
    '-f',
    'image2',
    '-c:v',
    'png',
    '-threads',
    '1',
    '-y',
    poster,
  ]
  const args = [...careful, '-ss', at, ...input, '-i', `file:${path}`, ...output]
  const [program, ...all] = process.platform === 'win32' ? ['ffmpeg', ...args] : ['sh', '-c', LIMITED, 'sh', ...args]
  const child = spawn(program ?? '', all, { stdio: 'ignore', env: { PATH: process.env.PATH ?? '' } })
  return watched(child, MOST_MS).catch(() => ({ code: NOT_FOUND, signal: null, isLate: false }))
}

/** Its memory is the system's to limit, where it can. */
const LIMITED = `ulimit -v ${MOST_KB} 2>/dev/null; exec ffmpeg "$@"`
