require_relative '../lib/database'

RSpec.describe Database do
  before do
    @database = Database.new(1)
  end

  it 'performs a batch' do
    expect(@database.perform(Batch.new(%w[ab c]))).to eq(3)
  end

  it 'keeps the message of a batch that fails' do
    @database.perform(Batch.new(['ab', '']))
    expect(@database.failures).to eq(['empty statement'])
  end

  it 'gives connections back' do
    2.times { @database.perform(Batch.new(['a'])) }
    expect(@database.pool.free.length).to eq(1)
  end

  it 'has a limited pool' do
    @database.pool.take
    expect { @database.perform(Batch.new(['a'])) }.to raise_error(Pool::Empty)
  end

  it 'knows the size of a batch' do
    expect(Batch.new(%w[a b]).size).to eq(2)
  end
end
