import { spawnSync } from 'node:child_process'

/** Whether videos can be looked into on this machine. */
export const hasFfmpeg: boolean = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0
