/** Fixed sentences of the pages that reset a password. They are apart from TEXT, which every page downloads. */
export const RESET_TEXT = {
  forgotPasswordTitle: 'Forgot Password',
  resetPassword: 'Reset Password',
  newPassword: 'New Password',
  sendPasswordReset: 'Send Password Reset',
  resetMismatch: 'Passwords do not match!',
  resetFailed: 'Password Change Failed!',
} as const
