/** Uppy's texts, in our words where its own don't suit a farrier. The texts in the spec (§5, §8) are Uppy's own and stay. */
export const widgetWords = (isTouch: boolean) => ({
  // Spec §8: a new upload is refused while another is running.
  noMoreFilesAllowed: 'Cannot create a new upload: already uploading.',
  youCanOnlyUploadX: { 0: 'One file at a time. Choose one.', 1: 'One file at a time. Choose one.' },
  exceedsSize: '%{file} is larger than 100 MB. Choose a shorter video or a smaller file.',
  youCanOnlyUploadFileTypes: 'That file can’t be filed as this type. Choose another file, or another type.',
  noInternetConnection: 'No connection. Files are kept on this device.',
  connectedToInternet: 'Connected again.',
  dashboardTitle: 'Choose a file',
  // Nothing is dropped with a finger.
  dropPasteFiles: isTouch ? '%{browseFiles}' : 'Drop a file here or %{browseFiles}',
  browseFiles: isTouch ? 'Choose a file' : 'choose a file',
  dropHint: 'Drop it here',
  myDevice: 'Choose a file',
  takePictureBtn: 'Take a photo',
  recordVideoBtn: 'Record a video',
  removeFile: 'Take this file out',
  finishEditingFile: 'Done',
  saveChanges: 'Save',
})
