export const SHARE = {
  share: 'Share',
  copied: 'The link is copied.',
  copy: 'Copy this link:',
}
