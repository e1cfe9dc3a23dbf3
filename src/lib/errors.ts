/** Every refusal the product knows: its status and the sentence a person reads. */
const ERRORS = {
  bad_request: [400, 'Something in the request is not right.'],
  not_signed_in: [401, 'Sign in to go on.'],
  sign_in_failed: [401, 'That e-mail address and password do not go together.'],
  link_spent: [401, 'This link has been used or is too old. Ask for a new one.'],
  forbidden: [403, 'Your role in this practice does not allow that.'],
  wrong_person: [403, 'This device holds changes of somebody else. They go out when that person signs in.'],
  wrong_origin: [403, 'This request came from another site and was refused.'],
  not_in_test_version: [403, 'This is only possible in the test version.'],
  not_in_demo: [403, 'Everybody who looks round shares the demo practice, so nobody can be invited to it.'],
  video_not_in_plan: [403, 'Essential has no video. The videos you have stay; to add one, change to Professional.'],
  gait_not_in_plan: [403, 'Essential has no gait analysis. What you have stays; to add one, change to Professional.'],
  templates_not_in_plan: [
    403,
    'Your plan has no templates of your own. Those you have can still be used; to add or change one, change to Professional.',
  ],
  video_month_full: [
    403,
    'The 5 GB of video a month that Professional has are full. The videos you have stay; to add one, remove some or change to Enterprise.',
  ],
  not_found: [404, 'There is nothing here.'],
  client_not_found: [404, 'That client is not in your practice.'],
  yard_not_found: [404, 'That yard is not in your practice.'],
  horse_not_found: [404, 'That horse is not in your practice.'],
  appointment_not_found: [404, 'Appointment not found'],
  visit_horse_not_found: [404, 'That horse is not on this visit.'],
  work_entry_not_found: [404, 'That work entry is not in your practice.'],
  file_not_found: [404, 'That file is not in your practice.'],
  no_picture: [404, 'There is no picture of this file to show.'],
  no_picture_yet: [404, 'The picture of this file is being made. Try again in a moment.'],
  visit_card_not_found: [404, 'This card cannot be opened. Ask your farrier for a new link.'],
  attachment_not_found: [404, 'That file is not on record in your practice.'],
  voice_note_not_found: [404, 'That voice note is not in your practice.'],
  upload_not_found: [404, 'This upload has ended. Send the file again.'],
  time_off_not_found: [404, 'That time off is not in your diary.'],
  price_item_not_found: [404, 'That is not on your price list.'],
  kind_not_found: [404, 'Your practice has no such kind of work.'],
  template_not_found: [404, 'That template is not in your practice.'],
  task_not_found: [404, 'That task is not in your practice.'],
  import_not_found: [404, 'That import is not in your practice.'],
  practice_not_found: [404, 'You are not in that practice.'],
  member_not_found: [404, 'That person is not in your practice.'],
  notice_not_found: [404, 'That message is not in your outbox.'],
  activity_not_found: [404, 'That is not in the journal of your practice.'],
  session_not_found: [404, 'That session is already over.'],
  email_taken: [409, 'Somebody already signs in with that e-mail address.'],
  kind_taken: [409, 'You have, or had, a kind of work of that name. Choose another, or change that one.'],
  horse_already_there: [409, 'That horse is already on this visit.'],
  import_moved_on: [409, 'This import has gone on since. Look at it again.'],
  backups_elsewhere: [409, 'Whoever runs this server sees to its backups.'],
  already_member: [409, 'Somebody with that e-mail address is in your practice already.'],
  id_taken: [409, 'That id is already used for something else.'],
  key_reuse: [409, 'That change was already sent with other contents.'],
  undone_already: [409, 'That was undone already.'],
  changed_since: [409, 'This was changed again since, so it cannot be undone by itself.'],
  notice_gone: [409, 'This message has already gone or was stopped.'],
  resync: [410, 'This device has been away too long and will fetch everything anew. Nothing waiting to be sent is lost.'],
  conflict: [412, 'This was changed elsewhere in the meantime.'],
  file_too_big: [413, 'A file may have at most 100 MB.'],
  photo_too_big: [413, 'On Essential a photo may have at most 5 MB. On Professional it may have 100 MB.'],
  bad_range: [416, 'The file is shorter than that.'],
  too_large: [413, 'That is too large to send in one go.'],
  no_mail_here: [422, 'This server sends no e-mail. Ask whoever runs it for a sign-in link.'],
  no_phone: [422, 'There is no phone number on file for this client. Add one to send texts.'],
  stopped: [422, 'This client has asked for no more texts.'],
  reminder_just_sent: [422, 'A reminder went to this client less than a minute ago.'],
  visit_is_past: [422, 'This visit is in the past.'],
  visit_is_done: [422, 'This visit is finished. Open it again to change it.'],
  nothing_done: [422, 'No horse of this visit has been written down yet, so there is no card of it.'],
  visit_is_pencilled: [422, 'This visit is only pencilled. Confirm it first: nobody has been told of it.'],
  visit_is_cancelled: [422, 'This visit is cancelled.'],
  no_client: [422, 'This entry has no client to text.'],
  same_client: [422, 'Choose two different clients to merge.'],
  text_is_leaving: [422, 'A text to this client is just leaving. Merge them in two minutes, so that it is not lost.'],
  still_has_horses: [422, 'Move or remove the horses of this client first.'],
  still_has_visits: [422, 'Cancel the coming visits of this client first.'],
  still_has_work: [422, 'This horse has work on record. Mark it as gone instead, so that its history stays.'],
  cannot_undo: [422, 'This cannot be undone.'],
  text_has_gone: [422, 'A text about this has gone already, so it cannot be undone silently.'],
  last_owner: [422, 'A practice needs an owner. Make somebody else one first.'],
  has_signed_in: [422, 'They have signed in before, so they can go on doing so. No link is needed.'],
  bad_wording: [422, 'These words cannot be used as they are.'],
  geocoder_off: [422, 'No look-up of addresses is set up on this server. Paste a position instead.'],
  unreadable_file: [422, 'This file could not be read.'],
  file_damaged: [422, 'The file did not arrive as it was sent. It has to be sent again from the start.'],
  file_refused: [422, 'This kind of file is not kept here. Photos, videos, PDF, Word, text, CSV and DICOM files are.'],
  file_not_stored: [422, 'The file itself has not reached the server, so it cannot be put on record yet.'],
  wrong_file_type: [422, 'The file is not of the type it is filed under.'],
  transcripts_off: [422, 'Voice notes are not written down in this practice. An owner can switch it on in Settings.'],
  nothing_named: [422, 'Say which horse, visit, client or yard the file belongs to.'],
  not_yet: [422, 'That day is still to come.'],
  wrong_order: [422, 'The end must not be before the start.'],
  too_many_tries: [429, 'Too many tries with that address. Wait a quarter of an hour, or ask for a new password.'],
  too_many_requests: [429, 'That was a little fast. Try again in a minute.'],
  internal: [500, 'Something went wrong on our side. Nothing was saved.'],
  geocoder_busy: [503, 'The look-up of addresses is busy. Try again in a minute, or paste a position.'],
  geocoder_silent: [504, 'The look-up of addresses gives no answer. Try again later, or paste a position.'],
  no_room: [507, 'The server has no room for this file. It stays on this device and is tried again.'],
  busy: [503, 'The server cannot get to it just now. Nothing was saved. Try again in a moment.'],
  not_ready: [503, 'Starting up. Try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS

/** What a code means: HTTP status and sentence. */
export const explain = (code: ErrorCode) => ({ status: ERRORS[code][0] as number, message: ERRORS[code][1] as string })

/** A refusal with a code of the table; `http.ts` and the push endpoint make answers of it. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** What the caller may need beside the sentence: fields in conflict, the current row. */
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, message?: string) {
    super(message ?? explain(code).message)
    this.code = code
    this.status = explain(code).status
    this.details = details
  }
}
