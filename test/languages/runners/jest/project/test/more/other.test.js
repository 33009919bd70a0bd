test('alone', () => {});
