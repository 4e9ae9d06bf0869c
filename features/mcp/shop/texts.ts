// What the screen of API keys says about assistants.
export const ASSISTANT = {
  title: 'Connect an assistant',
  steps: [
    'Create a key with the rights that the assistant needs: read catalog is enough to begin with.',
    'In the assistant, add an MCP server with the address below, and the key as its bearer token.',
    'Ask it something about your shop. Before a change it gets a preview: read that before you agree.',
  ],
  hint: 'No assistant pays money back, deletes, or reaches people and settings. Revoke the key, and it is out.',
  address: 'Address',
} as const
