import type { MirrorFile } from '#platform/web/sync/mirror-port.ts'
import type { MemoryCopy } from '#testing/simulation/memory-copy.ts'
import { MirroredDevice } from '#testing/simulation/mirrored-device.ts'
import type { MirroredParts } from '#testing/simulation/mirrored-world.ts'

class WritesLater extends MirroredDevice {
  override async settle() {}
}

class ForgetsItsName extends MirroredDevice {
  override nameItself() {
    delete this.mirror.notes.device
    super.nameItself()
  }
}

class LeavesTheQueue extends MirroredDevice {
  override fileOf(session: MemoryCopy): MirrorFile {
    const file = super.fileOf(session)
    return { ...file, read: async (table, after, most) => (table === 'queue' ? [] : file.read(table, after, most)) }
  }
}

/** Three ways to get a mirror wrong; none of them is in the product, or switched on by anything in it. */
export const BROKEN_MIRRORS: Record<string, NonNullable<MirroredParts['mirrored']>> = {
  'a mirror written after record() resolves': (...made) => new WritesLater(...made),
  'a device id that is not kept': (...made) => new ForgetsItsName(...made),
  'a queue that is not united': (...made) => new LeavesTheQueue(...made),
}
