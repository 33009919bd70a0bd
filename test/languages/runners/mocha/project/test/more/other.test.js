it('alone', () => {});
