import type { FeatureSample } from '#testing/feature-sample.ts'
import { storeFile } from '#testing/files.ts'
import { addVoiceNote, soundOf, VOICE_FORM_TYPE, voiceForm } from '#testing/voice.ts'

const fields = {
  voice_notes: { changeRecords: 'description transcript workEntryId transcribe' },
} satisfies FeatureSample['fields']

/** Sample requests about voice notes for the sweeps, and who may make them. */
export const voiceSample = {
  records: async ({ practice, fresh, second }) => ({
    voice_notes: {
      id: await addVoiceNote(practice, second),
      create: fresh({ horseId: second, fileId: await storeFile(practice, soundOf(300)) }),
      change: { description: 'n' },
    },
  }),
  takes: {
    voice_notes: { create: 'nothing', change: 'changeRecords', remove: 'changeRecords' },
  },
  fields,
  requests: async ({ practice, sample, horse }) => {
    const [voice, spareVoice] = [await addVoiceNote(practice, horse), await addVoiceNote(practice, horse)]
    return {
      'GET /api/horses/:id/voice-notes': sample('/api/horses/id/voice-notes', horse),
      'POST /api/voice-notes': { ...sample('/api/voice-notes', '', voiceForm({ horseId: horse })), contentType: VOICE_FORM_TYPE },
      'PUT /api/voice-notes/:id': sample('/api/voice-notes/id', voice, { description: 'Off hind', transcript: 'Bit of thrush.' }),
      'DELETE /api/voice-notes/:id': sample('/api/voice-notes/id', spareVoice),
    }
  },
  needs: {
    'POST /api/voice-notes': 'nothing',
    'PUT /api/voice-notes/:id': 'changeRecords',
    'DELETE /api/voice-notes/:id': 'changeRecords',
  },
  sent: {
    'PUT /api/voice-notes/:id': fields.voice_notes,
    'POST /api/voice-notes': { nothing: 'file horseId serviceType description fileType' },
  },
} satisfies FeatureSample
